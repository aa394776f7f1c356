#include "workload/model/gguf_header.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace gpuplan::workload {
namespace {

enum class ValueType : std::uint32_t {
  uint8,
  int8,
  uint16,
  int16,
  uint32,
  int32,
  float32,
  boolean,
  text,
  array,
  uint64,
  int64,
  float64,
};
constexpr std::uint32_t k_value_types = 13;

/// Bytes of a scalar; 0 for texts and arrays.
std::size_t width_of(ValueType type) {
  switch (type) {
  case ValueType::uint8:
  case ValueType::int8:
  case ValueType::boolean: return 1;
  case ValueType::uint16:
  case ValueType::int16: return 2;
  case ValueType::uint32:
  case ValueType::int32:
  case ValueType::float32: return 4;
  case ValueType::uint64:
  case ValueType::int64:
  case ValueType::float64: return 8;
  case ValueType::text:
  case ValueType::array: break;
  }
  return 0;
}

/// Walks the bytes; every step checks what is left. After the first shortfall or fault all further
/// reads answer zero and nothing moves.
class Cursor {
public:
  Cursor(std::string_view bytes, std::string_view file, core::DiagnosticSink& sink)
      : bytes_(bytes),
        file_(file),
        sink_(sink) {}

  [[nodiscard]] bool good() const { return end_ == GgufEnd::complete; }

  [[nodiscard]] GgufEnd end() const { return end_; }

  [[nodiscard]] std::size_t offset() const { return at_; }

  [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }

  void fault(std::string headline) {
    if (!good())
      return;
    report_gguf_fault(file_, at_, std::move(headline), sink_);
    end_ = GgufEnd::faulty;
  }

  /// True where `count` more bytes are there; else the header is truncated.
  bool need(std::uint64_t count) {
    if (good() && count > left())
      end_ = GgufEnd::truncated;
    return good();
  }

  std::uint64_t little_endian(std::size_t width) {
    if (!need(width))
      return 0;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width; ++i)
      value |= std::uint64_t{static_cast<unsigned char>(bytes_[at_ + i])} << (8U * i);
    at_ += width;
    return value;
  }

  std::uint32_t u32() { return static_cast<std::uint32_t>(little_endian(4)); }

  std::uint64_t u64() { return little_endian(8); }

  std::string_view text(std::uint64_t longest) {
    const auto start = at_;
    const std::uint64_t length = u64();
    if (good() && length > longest) {
      at_ = start;
      fault(fmt::format("met a text of {} bytes, expected at most {}", length, longest));
    }
    if (!need(length))
      return {};
    const auto view = bytes_.substr(at_, static_cast<std::size_t>(length));
    at_ += static_cast<std::size_t>(length);
    return view;
  }

  void skip(std::uint64_t count) {
    if (need(count))
      at_ += static_cast<std::size_t>(count);
  }

private:
  std::string_view bytes_;
  std::string_view file_;
  core::DiagnosticSink& sink_;
  std::size_t at_ = 0;
  GgufEnd end_ = GgufEnd::complete;
};

constexpr std::uint64_t k_longest_key = 65'535; // of the format
constexpr std::uint64_t k_longest_text = std::uint64_t{1} << 24U;
constexpr std::uint64_t k_most_values = 100'000;
constexpr std::uint64_t k_most_tensors = 1'000'000;
constexpr std::uint64_t k_most_elements = std::uint64_t{1} << 50U;
constexpr std::size_t k_most_numbers = 10'000;
constexpr int k_deepest_array = 4;

ValueType value_type(Cursor& cursor) {
  const std::uint32_t number = cursor.u32();
  if (cursor.good() && number >= k_value_types)
    cursor.fault(fmt::format("met value type {}, expected one below {}", number, k_value_types));
  return cursor.good() ? static_cast<ValueType>(number) : ValueType::uint8;
}

std::variant<std::int64_t, double, std::string> scalar(Cursor& cursor, ValueType type) {
  if (type == ValueType::text)
    return std::string(cursor.text(k_longest_text));
  const std::size_t width = width_of(type);
  const std::uint64_t raw = cursor.little_endian(width);
  switch (type) {
  case ValueType::float32: return double{std::bit_cast<float>(static_cast<std::uint32_t>(raw))};
  case ValueType::float64: return std::bit_cast<double>(raw);
  case ValueType::int8: return std::int64_t{static_cast<std::int8_t>(raw)};
  case ValueType::int16: return std::int64_t{static_cast<std::int16_t>(raw)};
  case ValueType::int32: return std::int64_t{static_cast<std::int32_t>(raw)};
  default: break;
  }
  // A count beyond 63 bits is beyond every limit that is checked later.
  constexpr auto k_most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  return static_cast<std::int64_t>(type == ValueType::uint64 ? std::min(raw, k_most) : raw);
}

void array(Cursor& cursor, GgufValue& value, int depth) {
  const ValueType type = value_type(cursor);
  const std::uint64_t length = cursor.u64();
  const std::size_t width = width_of(type);
  // The shortest text takes its 8 length bytes, the shortest array 12.
  const std::uint64_t least = width > 0 ? width : (type == ValueType::text ? 8 : 12);
  if (cursor.good() && length > std::numeric_limits<std::uint64_t>::max() / least)
    cursor.fault(fmt::format("met an array of {} values, which no file can hold", length));
  if (!cursor.need(length * least))
    return;
  value.length = static_cast<std::int64_t>(length);
  const bool whole = type != ValueType::text && type != ValueType::array &&
                     type != ValueType::float32 && type != ValueType::float64;
  if (width > 0 && (!whole || length > k_most_numbers)) {
    cursor.skip(length * width);
    return;
  }
  for (std::uint64_t i = 0; i < length && cursor.good(); ++i) {
    if (type == ValueType::text) {
      cursor.text(k_longest_text);
    } else if (type == ValueType::array) {
      if (depth >= k_deepest_array)
        cursor.fault(fmt::format("met arrays nested deeper than {}", k_deepest_array));
      GgufValue inner;
      array(cursor, inner, depth + 1);
    } else {
      value.numbers.push_back(std::get<std::int64_t>(scalar(cursor, type)));
    }
  }
}

void read_values(Cursor& cursor, std::uint64_t count, GgufHeader& header) {
  for (std::uint64_t i = 0; i < count && cursor.good(); ++i) {
    std::string key(cursor.text(k_longest_key));
    const ValueType type = value_type(cursor);
    GgufValue value;
    if (type == ValueType::array)
      array(cursor, value, 1);
    else if (cursor.good())
      value.scalar = scalar(cursor, type);
    if (cursor.good() && !header.values.try_emplace(key, std::move(value)).second)
      cursor.fault(fmt::format("met the key {} a second time", key));
  }
}

/// The product of the sides, each at least 1, up to 2^50.
std::int64_t elements_of(Cursor& cursor, std::uint32_t dimensions) {
  std::uint64_t elements = 1;
  for (std::uint32_t i = 0; i < dimensions && cursor.good(); ++i) {
    const std::uint64_t side = cursor.u64();
    if (!cursor.good())
      break;
    if (side == 0 || side > k_most_elements / elements) {
      cursor.fault(
          fmt::format("met a tensor side of {}, expected 1 to 2^50 elements in all", side));
      break;
    }
    elements *= side;
  }
  return static_cast<std::int64_t>(elements);
}

void read_tensors(Cursor& cursor, std::uint64_t count, GgufHeader& header) {
  for (std::uint64_t i = 0; i < count && cursor.good(); ++i) {
    GgufTensor tensor;
    tensor.name = cursor.text(k_longest_key);
    const std::uint32_t dimensions = cursor.u32();
    constexpr std::uint32_t k_most_dimensions = 4;
    if (cursor.good() && dimensions > k_most_dimensions)
      cursor.fault(fmt::format(
          "met a tensor of {} dimensions, expected at most {}", dimensions, k_most_dimensions));
    tensor.elements = elements_of(cursor, dimensions);
    tensor.type = cursor.u32();
    cursor.u64(); // where its data begin
    if (cursor.good())
      header.tensors.push_back(std::move(tensor));
  }
}

} // namespace

void report_gguf_fault(std::string_view file,
                       std::size_t offset,
                       std::string headline,
                       core::DiagnosticSink& sink) {
  core::Diagnostic diagnostic{.code = "WRK020",
                              .headline = fmt::format("{}, at byte {}", headline, offset)};
  diagnostic.at.file = file;
  sink.report(std::move(diagnostic));
}

const GgufValue* GgufHeader::find(std::string_view key) const {
  const auto found = values.find(key);
  return found == values.end() ? nullptr : &found->second;
}

std::optional<std::int64_t> GgufHeader::whole(std::string_view key) const {
  const GgufValue* value = find(key);
  if (value == nullptr || value->length >= 0)
    return std::nullopt;
  const auto* number = std::get_if<std::int64_t>(&value->scalar);
  return number == nullptr ? std::nullopt : std::optional{*number};
}

std::optional<std::string_view> GgufHeader::text(std::string_view key) const {
  const GgufValue* value = find(key);
  if (value == nullptr || value->length >= 0)
    return std::nullopt;
  const auto* text = std::get_if<std::string>(&value->scalar);
  return text == nullptr ? std::nullopt : std::optional<std::string_view>{*text};
}

GgufRead
read_gguf_header(std::string_view bytes, std::string_view file, core::DiagnosticSink& sink) {
  GgufRead result;
  Cursor cursor(bytes, file, sink);
  constexpr std::uint32_t k_magic = 0x46554747; // "GGUF"
  if (const auto magic = cursor.u32(); cursor.good() && magic != k_magic) {
    report_gguf_fault(file, 0, "met no GGUF magic, expected a GGUF file", sink);
    return result;
  }
  const std::uint32_t version = cursor.u32();
  if (cursor.good() && version != 2 && version != 3)
    cursor.fault(fmt::format("met GGUF version {}, expected 2 or 3 (little-endian)", version));
  const std::uint64_t tensors = cursor.u64();
  const std::uint64_t values = cursor.u64();
  if (cursor.good() && tensors > k_most_tensors)
    cursor.fault(fmt::format("met {} tensors, expected at most {}", tensors, k_most_tensors));
  if (cursor.good() && values > k_most_values)
    cursor.fault(fmt::format("met {} metadata values, expected at most {}", values, k_most_values));
  read_values(cursor, values, result.header);
  read_tensors(cursor, tensors, result.header);
  result.end = cursor.end();
  result.offset = cursor.offset();
  return result;
}

} // namespace gpuplan::workload
