#pragma once

#include "core/diagnostic.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gpuplan::workload {

/// One tensor as the header lists it.
struct GgufTensor {
  std::string name;
  std::int64_t elements = 0;
  std::uint32_t type = 0; ///< ggml's number of the storage type
};

/// A metadata value. Texts, numbers and arrays of whole numbers are kept; other arrays
/// (vocabularies) keep their length alone.
struct GgufValue {
  std::variant<std::int64_t, double, std::string> scalar;
  std::vector<std::int64_t> numbers; ///< of an array of whole numbers, at most 10,000
  std::int64_t length = -1;          ///< of an array; -1: a scalar
};

/// What a GGUF file says of itself before its weights.
struct GgufHeader {
  std::map<std::string, GgufValue, std::less<>> values;
  std::vector<GgufTensor> tensors;

  [[nodiscard]] std::optional<std::int64_t> whole(std::string_view key) const;
  [[nodiscard]] std::optional<std::string_view> text(std::string_view key) const;
  [[nodiscard]] const GgufValue* find(std::string_view key) const;
};

enum class GgufEnd : std::uint8_t {
  complete,
  truncated, ///< the bytes end inside the header; a longer head may hold it
  faulty,    ///< reported
};

struct GgufRead {
  GgufEnd end = GgufEnd::faulty;
  GgufHeader header;
  std::size_t offset = 0; ///< where reading stopped
};

/// Reads the header of GGUF versions 2 and 3, little-endian. Nothing is trusted: each count and
/// length is checked against the bytes that are left before anything is kept, nesting of arrays is
/// limited, and what is kept stays below the size of the input. A fault is reported with its byte
/// offset (code WRK020).
GgufRead
read_gguf_header(std::string_view bytes, std::string_view file, core::DiagnosticSink& sink);

/// Reports a fault at a byte of a file.
void report_gguf_fault(std::string_view file,
                       std::size_t offset,
                       std::string headline,
                       core::DiagnosticSink& sink);

} // namespace gpuplan::workload
