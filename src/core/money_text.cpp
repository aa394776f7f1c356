#include "core/money_text.hpp"

#include "core/number_text.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace gpuplan::core {
namespace {

constexpr std::string_view k_money_example = "write an amount and a currency, such as 2000 USD";

/// A sign that stands for a currency, and the others that use it as well.
struct MoneySign {
  std::string_view sign;
  std::string_view code;
  std::string_view others; ///< codes with a space between them
  bool first = true;       ///< whether `code` is meant where nothing speaks for another
};

constexpr std::array k_money_signs{
    MoneySign{"$", "USD", "AUD CAD HKD NZD SGD TWD"},
    MoneySign{"US$", "USD", ""},
    MoneySign{"€", "EUR", ""},
    MoneySign{"£", "GBP", ""},
    MoneySign{"¥", "CNY", "JPY", false},
};

const MoneySign* find_money_sign(std::string_view unit) {
  const auto* found = std::ranges::find(k_money_signs, unit, &MoneySign::sign);
  return found == k_money_signs.end() ? nullptr : found;
}

/// The currencies a sign may mean, where it is not plain which: `bare` is the one that amounts
/// without a currency are in.
std::vector<std::string_view> shared_by(const MoneySign& sign,
                                        const std::optional<Currency>& bare) {
  if (bare && bare->code() == sign.code)
    return {};
  if (bare && sign.others.find(bare->code()) != std::string_view::npos)
    return {sign.code, bare->code()};
  if (sign.first)
    return {};
  return {sign.code, sign.others};
}

/// The number and the currency of an amount, whichever comes first.
std::pair<std::string_view, std::string_view> split_money(std::string_view whole) {
  std::string_view before;
  for (const auto& known : k_money_signs) {
    if (whole.starts_with(known.sign))
      before = known.sign;
  }
  std::string_view rest = whole.substr(before.size());
  if (!before.empty() && rest.starts_with(' '))
    rest.remove_prefix(1);
  const std::string_view number = rest.substr(0, number_length(rest));
  rest.remove_prefix(number.size());
  if (before.empty()) {
    if (rest.starts_with(' '))
      rest.remove_prefix(1);
    return {number, rest};
  }
  // A currency at both ends is none that is known.
  return {number, rest.empty() ? before : rest};
}

} // namespace

std::variant<Money, UnitError> parse_money(std::string_view text, std::optional<Currency> bare) {
  const std::string_view whole = trim(text);
  const auto no_money = [&](std::string_view help) {
    return UnitError{.headline =
                         fmt::format("met {}, expected an amount of money", shortened(whole)),
                     .help = std::string(help)};
  };
  const auto [number, unit] = split_money(whole);
  if (number.starts_with('-') || whole.starts_with('-'))
    return no_money("write an amount without a sign");
  if (number.empty())
    return no_money(k_money_example);
  if (unit.starts_with(',') || unit.starts_with('_'))
    return no_money("write the number without separators");
  if (unit.empty() && !bare) {
    return UnitError{.headline = fmt::format("met {}, a bare number, expected an amount of money",
                                             shortened(whole)),
                     .help = fmt::format("write {} USD, or another currency", shortened(whole))};
  }
  std::optional<Currency> currency = unit.empty() ? bare : Currency::parse_typed(unit);
  if (const auto* sign = find_money_sign(unit)) {
    if (const auto shared = shared_by(*sign, bare); !shared.empty())
      return no_money(fmt::format("{} may be {}: write {} {}",
                                  sign->sign,
                                  fmt::join(shared, " or "),
                                  number,
                                  fmt::join(shared, fmt::format(" or {} ", number))));
    currency = Currency::parse(sign->code);
  }
  if (!currency)
    return no_money(k_money_example);
  const auto money = Money::parse(number, *currency);
  if (!money) {
    return no_money("an amount has at most nine digits after the point, no exponent, and is below "
                    "9.2 thousand million");
  }
  return *money;
}

} // namespace gpuplan::core
