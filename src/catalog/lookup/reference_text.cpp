#include "catalog/lookup/reference_text.hpp"

#include "catalog/lookup/compare.hpp"
#include "catalog/words.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace gpuplan::catalog {

namespace {

constexpr std::int32_t k_most_nodes = 100'000;
constexpr std::int32_t k_most_devices = 100'000;

std::optional<std::int32_t> parse_count(std::string_view text, std::int32_t most) {
  std::int32_t count = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (fault != std::errc{} || end != text.data() + text.size() || count < 1 || count > most)
    return std::nullopt;
  return count;
}

/// Takes `word` off the front of `text` if it stands there as a whole word.
bool take_word(std::string_view& text, std::string_view word) {
  if (word.empty() || text.size() < word.size() || !same_name(text.substr(0, word.size()), word))
    return false;
  const auto rest = text.substr(word.size());
  if (!rest.empty() && rest.front() != '-')
    return false;
  text = rest.empty() ? rest : rest.substr(1);
  return true;
}

template <class Word>
std::optional<Word> take_any(std::string_view& text, std::span<const std::string_view> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (take_word(text, words[i]))
      return static_cast<Word>(i);
  }
  return std::nullopt;
}

} // namespace

ReferenceError error_at(Piece piece, std::string headline, std::string help) {
  return {.headline = std::move(headline),
          .help = std::move(help),
          .begin = piece.begin,
          .length = std::max<std::size_t>(piece.text.size(), 1)};
}

std::string did_you_mean(std::string_view met, std::span<const std::string_view> names) {
  const auto near = core::nearest(met, names);
  return near ? fmt::format("did you mean {}?", *near) : std::string{};
}

std::pair<Piece, std::optional<Piece>> split(Piece piece, char separator) {
  const auto at = piece.text.find(separator);
  if (at == std::string_view::npos)
    return {piece, std::nullopt};
  return {{piece.text.substr(0, at), piece.begin},
          Piece{piece.text.substr(at + 1), piece.begin + at + 1}};
}

Parts split_reference(Piece piece) {
  Parts parts;
  auto [name, terms] = split(piece, '#');
  parts.terms = terms;
  auto [sized, place] = split(name, '@');
  if (place) {
    auto [region, zone] = split(*place, '/');
    parts.region = region;
    parts.zone = zone;
  }
  auto [first, second] = split(sized, '/');
  if (second) {
    parts.provider = first;
    parts.type = *second;
  } else {
    parts.type = first;
  }
  return parts;
}

std::variant<Terms, ReferenceError> parse_terms(Piece piece) {
  Terms terms;
  auto [words, tier] = split(piece, ':');
  if (tier)
    terms.tier = tier->text;
  auto rest = words.text;
  terms.option = take_any<PurchaseOption>(rest, k_purchase_option_words);
  if (!terms.option) {
    const auto word = rest.substr(0, rest.find('-'));
    return error_at(piece,
                    fmt::format("met the unknown terms {}", piece.text),
                    fmt::format("{}{}terms are {}",
                                did_you_mean(word, k_purchase_option_words),
                                core::nearest(word, k_purchase_option_words) ? " " : "",
                                fmt::join(k_purchase_option_words, ", ")));
  }
  // A term that is not stated has no word of its own in a name (lookup/offer_names.cpp).
  terms.term = take_any<Term>(rest, std::span{k_term_words}.first(3));
  terms.payment = take_any<Payment>(rest, k_payment_words);
  if (!rest.empty()) {
    const auto begin = piece.begin + static_cast<std::size_t>(rest.data() - piece.text.data());
    return error_at({rest, begin},
                    fmt::format("met {} after {}", rest, to_string(*terms.option)),
                    "terms are written reserved-1y-all: the option, 1y or 3y, and none, partial, "
                    "all or monthly for the payment");
  }
  return terms;
}

std::variant<std::optional<std::int32_t>, ReferenceError> take_nodes(Piece& piece) {
  const auto space = piece.text.find_last_of(" \t");
  if (space == std::string_view::npos)
    return std::optional<std::int32_t>{};
  const Piece last{piece.text.substr(space + 1), piece.begin + space + 1};
  const bool count = last.text.size() > 1 && ascii_lower(last.text.front()) == 'x' &&
                     last.text[1] >= '0' && last.text[1] <= '9';
  if (!count)
    return std::optional<std::int32_t>{};
  const auto nodes = parse_nodes(last.text.substr(1));
  if (!nodes)
    return error_at(last,
                    fmt::format("met {}, expected x and a number of nodes", last.text),
                    fmt::format("from x1 to x{}", k_most_nodes));
  piece.text = core::trim(piece.text.substr(0, space));
  return std::optional{*nodes};
}

std::optional<std::int32_t> parse_nodes(std::string_view text) {
  return parse_count(text, k_most_nodes);
}

std::optional<DeviceCount> parse_device_count(std::string_view text) {
  if (const auto slash = text.find('/'); slash != std::string_view::npos) {
    const auto numerator = parse_count(text.substr(0, slash), k_most_devices);
    const auto denominator = parse_count(text.substr(slash + 1), k_most_devices);
    if (!numerator || !denominator)
      return std::nullopt;
    return DeviceCount{.numerator = *numerator, .denominator = *denominator};
  }
  if (const auto whole = parse_count(text, k_most_devices))
    return DeviceCount{.numerator = *whole, .denominator = 1};
  double share = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), share);
  if (fault != std::errc{} || end != text.data() + text.size() || !(share > 0) || !(share < 1))
    return std::nullopt;
  // 0.3333 is a third: the share that a whole number of slices gives, to the digits written.
  constexpr double k_rounding = 5e-4;
  const auto slices = std::lround(1 / share);
  if (std::abs(share * static_cast<double>(slices) - 1) > k_rounding)
    return std::nullopt;
  return DeviceCount{.numerator = 1, .denominator = static_cast<std::int32_t>(slices)};
}

} // namespace gpuplan::catalog
