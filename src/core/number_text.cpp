#include "core/number_text.hpp"

namespace gpuplan::core {
namespace {

std::size_t count_digits(std::string_view text, std::size_t at) {
  std::size_t count = 0;
  while (at + count < text.size() && text[at + count] >= '0' && text[at + count] <= '9')
    ++count;
  return count;
}

/// Length of an exponent at `at`, or 0.
std::size_t exponent_length(std::string_view text, std::size_t at) {
  if (at >= text.size() || (text[at] != 'e' && text[at] != 'E'))
    return 0;
  const bool sign = at + 1 < text.size() && (text[at + 1] == '+' || text[at + 1] == '-');
  const std::size_t lead = sign ? 2 : 1;
  const std::size_t digits = count_digits(text, at + lead);
  return digits == 0 ? 0 : lead + digits;
}

} // namespace

std::size_t number_length(std::string_view text) {
  const std::size_t begin = text.starts_with('-') ? 1 : 0;
  const std::size_t whole = count_digits(text, begin);
  const bool leading_zero = whole > 1 && text[begin] == '0';
  if (whole == 0 || leading_zero)
    return 0;
  std::size_t end = begin + whole;
  if (end < text.size() && text[end] == '.') {
    const std::size_t fraction = count_digits(text, end + 1);
    if (fraction == 0)
      return end;
    end += 1 + fraction;
  }
  return end + exponent_length(text, end);
}

bool is_number(std::string_view text) {
  return !text.empty() && number_length(text) == text.size();
}

} // namespace gpuplan::core
