#include "core/text.hpp"

#include <algorithm>
#include <vector>

namespace gpuplan::core {
namespace {

char lower_char(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_char(char a, char b) {
  return lower_char(a) == lower_char(b);
}

} // namespace

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower_char);
  return result;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view k_blank = " \t\r\n";
  const auto first = text.find_first_not_of(k_blank);
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(k_blank) - first + 1);
}

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  if (a.size() > b.size() + limit || b.size() > a.size() + limit)
    return limit + 1;
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> previous(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = previous[j - 1] + (same_char(a[i - 1], b[j - 1]) ? 0 : 1);
      current[j] = std::min({replaced, previous[j] + 1, current[j - 1] + 1});
      const bool swapped =
          i > 1 && j > 1 && same_char(a[i - 1], b[j - 2]) && same_char(a[i - 2], b[j - 1]);
      if (swapped)
        current[j] = std::min(current[j], before[j - 2] + 1);
    }
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return std::min(previous[b.size()], limit + 1);
}

std::optional<std::string_view> nearest(std::string_view met,
                                        std::span<const std::string_view> candidates) {
  // One edit of a single letter or digit makes anything of it.
  if (met.size() < 2)
    return std::nullopt;
  const std::size_t limit = std::clamp<std::size_t>(met.size() / 3, 1, 3);
  std::optional<std::string_view> best;
  std::size_t best_distance = limit + 1;
  for (const auto candidate : candidates) {
    const auto distance = edit_distance(met, candidate, limit);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  if (best)
    return best;
  constexpr std::size_t k_least_prefix = 3;
  if (met.size() < k_least_prefix)
    return std::nullopt;
  const std::string begin = lower(met);
  for (const auto candidate : candidates) {
    if (lower(candidate).starts_with(begin))
      return candidate;
  }
  constexpr std::size_t k_least_begin = 5;
  for (const auto candidate : candidates) {
    if (candidate.size() < std::max(k_least_begin, best.value_or("").size() + 1))
      continue;
    if (begin.starts_with(lower(candidate)))
      best = candidate;
  }
  return best;
}

bool glob_match(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || same_char(pattern[p], text[t]))) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::string shortened(std::string_view text) {
  constexpr std::size_t k_most = 40;
  if (text.empty())
    return "nothing";
  std::size_t end = std::min(text.size(), k_most);
  while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
    --end;
  std::string shown(text.substr(0, end));
  std::ranges::replace_if(
      shown, [](char c) { return static_cast<unsigned char>(c) < 0x20U || c == 0x7F; }, '?');
  return end < text.size() ? shown + "..." : shown;
}

std::string choice_of(std::span<const std::string_view> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0)
      text += i + 1 == words.size() ? " or " : ", ";
    text += words[i].empty() ? std::string_view{"nothing"} : words[i];
  }
  return text;
}

std::string group_thousands(std::string digits) {
  const std::size_t first = digits.starts_with('-') ? 1 : 0;
  for (std::size_t at = std::min(digits.find('.'), digits.size()); at > first + 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

std::string with_thousands(std::int64_t number) {
  return group_thousands(std::to_string(number));
}

} // namespace gpuplan::core
