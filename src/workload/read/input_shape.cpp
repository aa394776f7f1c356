#include "workload/read/input_shape.hpp"

#include <charconv>

namespace gpuplan::workload {
namespace {

constexpr std::int64_t k_longest_side = 1'000'000;

/// The numbers of `12x34x56` at the begin of a text, and how many characters they take.
struct Sides {
  std::vector<std::int64_t> numbers;
  std::size_t length = 0;
};

Sides leading_sides(std::string_view text) {
  Sides sides;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const char* at = begin;
  while (at < end) {
    std::int64_t number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc{} || number < 1 || number > k_longest_side || *at == '-')
      break;
    sides.numbers.push_back(number);
    sides.length = static_cast<std::size_t>(next - begin);
    if (next == end || *next != 'x')
      break;
    at = next + 1;
  }
  return sides;
}

/// The side of the image in `… (512 px)` or `256 px`.
std::optional<std::int64_t> pixels(std::string_view text) {
  const auto unit = text.find(" px");
  if (unit == std::string_view::npos)
    return std::nullopt;
  const auto before = text.substr(0, unit);
  const auto first = before.find_last_not_of("0123456789");
  const auto sides =
      leading_sides(first == std::string_view::npos ? before : before.substr(first + 1));
  return sides.numbers.size() == 1 ? std::optional{sides.numbers.front()} : std::nullopt;
}

} // namespace

InputShape parse_input_shape(std::string_view text) {
  InputShape shape;
  auto sides = leading_sides(text);
  constexpr std::size_t k_channels_and_plane = 3;
  if (sides.numbers.size() >= k_channels_and_plane) {
    shape.elements = sides.numbers;
    shape.size.assign(sides.numbers.begin() + 1, sides.numbers.end());
  } else if (sides.numbers.size() == 2 && text.find("mel") != std::string_view::npos) {
    shape.elements = sides.numbers;
  }
  if (const auto side = pixels(text))
    shape.size = {*side, *side};
  return shape;
}

std::optional<std::vector<std::int64_t>> parse_image_size(std::string_view text) {
  auto sides = leading_sides(text);
  constexpr std::size_t k_most_sides = 3;
  if (sides.length != text.size() || sides.numbers.empty() || sides.numbers.size() > k_most_sides)
    return std::nullopt;
  return sides.numbers;
}

std::optional<double> spatial_scale(const std::vector<std::int64_t>& reference,
                                    const std::vector<std::int64_t>& wanted) {
  if (reference.empty() || wanted.empty())
    return std::nullopt;
  if (wanted.size() != 1 && wanted.size() != reference.size())
    return std::nullopt;
  double scale = 1;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const auto side = wanted.size() == 1 ? wanted.front() : wanted[i];
    scale *= static_cast<double>(side) / static_cast<double>(reference[i]);
  }
  return scale;
}

} // namespace gpuplan::workload
