#include "catalog/view/frame.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <bit>
#include <cstring>

namespace gpuplan::catalog {

static_assert(std::endian::native == std::endian::little,
              "the compiled catalog is read in place, as little-endian columns");

namespace {

constexpr std::size_t k_alignment = 16;
constexpr std::size_t k_directory_begin = k_frame_magic.size() + 2 * sizeof(std::uint32_t);
constexpr std::size_t k_entry_size = 3 * sizeof(std::uint64_t);
constexpr std::size_t k_header_checksum_begin = k_directory_begin + k_section_count * k_entry_size;
constexpr std::size_t k_header_size = k_header_checksum_begin + sizeof(std::uint64_t);

constexpr std::array<std::string_view, k_section_count> k_section_names{"strings",
                                                                        "edition",
                                                                        "accelerators",
                                                                        "mig_profiles",
                                                                        "shapes",
                                                                        "instances",
                                                                        "providers",
                                                                        "regions",
                                                                        "offers",
                                                                        "findings",
                                                                        "billing_products",
                                                                        "billing_rules",
                                                                        "storage_rates",
                                                                        "storage_performance",
                                                                        "place_groups",
                                                                        "currencies",
                                                                        "compatibility",
                                                                        "language_models",
                                                                        "sample_models",
                                                                        "datasets",
                                                                        "coefficients",
                                                                        "settings",
                                                                        "rules"};

std::uint64_t checksum(std::string_view bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

template <class Number>
Number number_at(std::string_view bytes, std::size_t begin) {
  Number number{};
  std::memcpy(&number, bytes.data() + begin, sizeof number);
  return number;
}

template <class Number>
void append(std::string& bytes, Number number) {
  std::array<char, sizeof number> raw{};
  std::memcpy(raw.data(), &number, sizeof number);
  bytes.append(raw.data(), raw.size());
}

std::size_t aligned(std::size_t size) {
  return (size + k_alignment - 1) / k_alignment * k_alignment;
}

} // namespace

std::string_view to_string(SectionKind kind) {
  return k_section_names[static_cast<std::size_t>(kind)];
}

bool Frame::intact(SectionKind kind) const {
  const auto& section = sections[static_cast<std::size_t>(kind)];
  return checksum(section.bytes) == section.checksum;
}

std::optional<Frame> read_frame(std::string_view bytes, std::string& fault) {
  const auto refuse = [&](std::string why) {
    fault = std::move(why);
    return std::nullopt;
  };
  if (!bytes.starts_with(k_frame_magic))
    return refuse("it is no compiled catalog");
  if (bytes.size() < k_header_size)
    return refuse("it ends within its header");
  const auto format = number_at<std::uint32_t>(bytes, k_frame_magic.size());
  if (format != k_frame_format)
    return refuse("it has format " + std::to_string(format) + ", this program reads format " +
                  std::to_string(k_frame_format));
  if (number_at<std::uint64_t>(bytes, k_header_checksum_begin) !=
          checksum(bytes.substr(0, k_header_checksum_begin)) ||
      number_at<std::uint32_t>(bytes, k_frame_magic.size() + sizeof format) != k_section_count)
    return refuse("its header was altered");
  const auto padding = bytes.substr(k_header_size, aligned(k_header_size) - k_header_size);
  if (padding.find_first_not_of('\0') != std::string_view::npos)
    return refuse("its header was altered");
  Frame frame;
  std::size_t end = aligned(k_header_size);
  for (std::size_t i = 0; i < k_section_count; ++i) {
    const auto entry = k_directory_begin + i * k_entry_size;
    const auto begin = number_at<std::uint64_t>(bytes, entry);
    const auto size = number_at<std::uint64_t>(bytes, entry + sizeof begin);
    if (begin != end || size > bytes.size() || begin > bytes.size() - size)
      return refuse("it ends early");
    frame.sections[i] = {.bytes = bytes.substr(begin, size),
                         .checksum = number_at<std::uint64_t>(bytes, entry + 2 * sizeof begin)};
    end = begin + size;
  }
  if (end != bytes.size())
    return refuse("it has bytes after its end");
  return frame;
}

std::string write_frame(std::span<const std::string> sections) {
  std::string bytes{k_frame_magic};
  append(bytes, k_frame_format);
  append(bytes, static_cast<std::uint32_t>(k_section_count));
  std::string padded;
  const auto body_begin = aligned(k_header_size);
  for (const auto& section : sections) {
    const auto begin = padded.size();
    padded += section;
    padded.resize(aligned(padded.size()), '\0');
    append(bytes, std::uint64_t{body_begin + begin});
    append(bytes, std::uint64_t{padded.size() - begin});
    append(bytes, checksum(std::string_view{padded}.substr(begin)));
  }
  append(bytes, checksum(bytes));
  bytes.resize(body_begin, '\0');
  return bytes + padded;
}

} // namespace gpuplan::catalog
