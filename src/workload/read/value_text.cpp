#include "workload/read/value_text.hpp"

#include "core/money_text.hpp"
#include "core/number_text.hpp"
#include "core/text.hpp"
#include "core/unit_text.hpp"
#include "source/checks.hpp"
#include "source/fields.hpp"
#include "workload/read/input_shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gpuplan::workload {
namespace {

using Result = std::variant<Statement, ValueFault>;

Result fault(std::string headline, std::string help = {}) {
  return ValueFault{.headline = std::move(headline), .help = std::move(help)};
}

std::string met(const Key& key, std::string_view text) {
  return fmt::format("met {} for {}", text.empty() ? "nothing" : source::in_quotes(text), key.path);
}

/// `1000000` rather than `1e+06`.
std::string limit_text(double limit) {
  constexpr double k_as_digits_below = 1e12;
  return limit < k_as_digits_below ? fmt::format("{:.10g}", limit) : fmt::format("{:g}", limit);
}

/// Checks the range in the unit that is stored; `unit` is shown behind the limits.
Result in_range(const Key& key, std::string_view text, double value, std::string_view unit) {
  if (value >= key.least && value <= key.most)
    return Statement{.value = value};
  return fault(fmt::format("{}, expected {} to {}{}",
                           met(key, text),
                           limit_text(key.least),
                           limit_text(key.most),
                           unit));
}

/// The unit a quantity is stored in.
struct StoredUnit {
  double factor = 1; ///< from the dimension's own unit
  std::string_view name;
};

Result quantity(const Key& key,
                std::string_view text,
                core::Dimension dimension,
                BareUnit bare,
                const StoredUnit& unit) {
  const bool allowed = bare == BareUnit::allowed && !key.flag_unit.empty();
  const auto read = core::parse_quantity(
      text, dimension, allowed ? core::DefaultUnit{key.flag_unit} : std::nullopt);
  if (const auto* error = std::get_if<core::UnitError>(&read))
    return fault(fmt::format("{} for {}", error->headline, key.path), error->help);
  return in_range(key, text, std::get<double>(read) * unit.factor, unit.name);
}

Result count(const Key& key, std::string_view text, BareUnit bare) {
  auto result = quantity(key, text, core::Dimension::count, bare, {});
  const auto* statement = std::get_if<Statement>(&result);
  const auto* number = statement == nullptr ? nullptr : std::get_if<double>(&statement->value);
  if (number != nullptr && *number != std::floor(*number))
    return fault(fmt::format("{}, expected a whole number", met(key, text)));
  return result;
}

Result money(const Key& key, std::string_view text, std::optional<core::Currency> bare) {
  const auto read = core::parse_money(text, bare);
  if (const auto* error = std::get_if<core::UnitError>(&read))
    return fault(fmt::format("{} for {}", error->headline, key.path), error->help);
  const auto amount = std::get<core::Money>(read);
  if (amount.nanos() <= 0)
    return fault(fmt::format("{}, expected more than nothing", met(key, text)));
  return Statement{.value = amount};
}

Result plain_number(const Key& key, std::string_view text) {
  const auto number = source::parse_number(text);
  if (!number)
    return fault(fmt::format("{}, expected a number", met(key, text)));
  return in_range(key, text, *number, "");
}

Result whole_number(const Key& key, std::string_view text) {
  const auto number = source::parse_whole(text);
  if (!number)
    return fault(fmt::format("{}, expected a whole number", met(key, text)));
  return in_range(key, text, static_cast<double>(*number), "");
}

Result word(const Key& key, std::string_view text) {
  const std::string low = core::lower(text);
  const auto plain = [](std::string other) {
    std::ranges::replace(other, '_', '-');
    return other;
  };
  for (const auto candidate : key.words) {
    if (plain(std::string(candidate)) == plain(low))
      return Statement{.value = std::string(candidate)};
  }
  const auto near = core::nearest(text, key.words);
  return fault(fmt::format("{}, expected one of {}", met(key, text), fmt::join(key.words, ", ")),
               near ? fmt::format("did you mean {}?", *near) : "");
}

Result boolean(const Key& key, std::string_view text) {
  if (text == "true" || text == "false")
    return Statement{.value = text == "true"};
  return fault(fmt::format("{}, expected true or false", met(key, text)));
}

Result list(const Key& key, std::string_view text) {
  std::vector<std::string> items;
  std::string_view rest = text;
  while (true) {
    const auto comma = rest.find(',');
    const auto item = core::trim(rest.substr(0, comma));
    if (item.empty())
      return fault(fmt::format("{}, expected names with a comma between them", met(key, text)));
    items.emplace_back(item);
    if (comma == std::string_view::npos)
      return Statement{.value = std::move(items)};
    rest.remove_prefix(comma + 1);
  }
}

Result image(const Key& key, std::string_view text) {
  if (!parse_image_size(text))
    return fault(
        fmt::format("{}, expected pixels such as 640, 1280x720 or 128x128x128", met(key, text)));
  return Statement{.value = std::string(text)};
}

Result plain_text(const Key& key, std::string_view text) {
  constexpr std::size_t k_longest = 1000;
  if (text.empty() || text.size() > k_longest)
    return fault(fmt::format("{}, expected 1 to {} characters", met(key, text), k_longest));
  return Statement{.value = std::string(text)};
}

/// `8+` and `32GiB+` say what `8` and `32GiB` say: at least that much.
std::string_view without_plus(const Key& key, std::string_view text) {
  const bool is_least = key.path == "constraints.vcpus" || key.path == "constraints.host_memory";
  if (is_least && text.size() > 1 && text.ends_with('+'))
    text.remove_suffix(1);
  return text;
}

Result by_kind(const Key& key, std::string_view text, BareUnit bare, core::Currency currency) {
  constexpr double k_ms_per_hour = core::k_milliseconds_per_hour;
  switch (key.kind) {
  case ValueKind::text:
  case ValueKind::model: return plain_text(key, text);
  case ValueKind::word: return word(key, text);
  case ValueKind::count: return count(key, text, bare);
  case ValueKind::whole: return whole_number(key, text);
  case ValueKind::number: return plain_number(key, text);
  case ValueKind::memory:
    return quantity(key, text, core::Dimension::memory, bare, {.name = " bytes"});
  case ValueKind::duration:
    return quantity(key, text, core::Dimension::duration, bare, {.name = " hours"});
  case ValueKind::latency:
    return quantity(key, text, core::Dimension::duration, bare, {k_ms_per_hour, " ms"});
  // The key names its unit: `rps: 20`.
  case ValueKind::rate:
    return quantity(key, text, core::Dimension::rate, BareUnit::allowed, {.name = "/s"});
  case ValueKind::money:
    return money(key, text, bare == BareUnit::allowed ? std::optional{currency} : std::nullopt);
  case ValueKind::boolean: return boolean(key, text);
  case ValueKind::list: return list(key, text);
  case ValueKind::image_size: return image(key, text);
  case ValueKind::table: break;
  }
  return fault(fmt::format("{}, expected names with values", met(key, text)));
}

} // namespace

Result read_value(const Key& key, std::string_view text, BareUnit bare, core::Currency currency) {
  const auto trimmed = without_plus(key, core::trim(text));
  if (trimmed.empty())
    return fault(fmt::format("met an empty value for {}", key.path));
  if (key.beside == Beside::automatic && trimmed == "auto")
    return Statement{.value = std::monostate{}, .text = "auto"};
  if (key.beside == Beside::solved && (trimmed == "max" || trimmed == "min")) {
    return Statement{.value = std::monostate{},
                     .sought = trimmed == "max" ? Sought::largest : Sought::smallest,
                     .text = std::string(trimmed)};
  }
  auto result = by_kind(key, trimmed, bare, currency);
  if (auto* statement = std::get_if<Statement>(&result))
    statement->text = trimmed;
  return result;
}

std::string lasting_value(const Override& override) {
  const Key* key = find_key(override.key);
  const bool bare_amount =
      key != nullptr && key->kind == ValueKind::money && core::is_number(override.value);
  return bare_amount ? fmt::format("{} {}", override.value, override.currency.code())
                     : override.value;
}

} // namespace gpuplan::workload
