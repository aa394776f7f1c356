#include "output/json/envelope.hpp"

#include "facts/fact.hpp"
#include "output/table.hpp"

#include "gpuplan/version.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace gpuplan::output {
namespace {

using Json = nlohmann::ordered_json;

constexpr double k_largest_exact_integer = 9'007'199'254'740'992.0;

/// An amount as the quote has it, to the nano-unit, so that parts add up to their total: what a
/// double holds of it, which are fifteen digits.
std::string amount_text(double value) {
  constexpr int k_nano_digits = 9;
  constexpr int k_digits = 15;
  const int whole = value < 1 ? 1 : static_cast<int>(std::floor(std::log10(value))) + 1;
  auto text = fmt::format("{:.{}f}", value, std::clamp(k_digits - whole, 0, k_nano_digits));
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.'))
      text.pop_back();
  }
  return text;
}

Json value_of(const facts::Fact& fact, double value) {
  if (fact.kind == facts::FactKind::boolean)
    return value != 0;
  if (fact.is_money() && std::isfinite(value))
    return amount_text(value);
  return number_json(value);
}

/// A member of an object that has none of this name: looking for one costs more than the rest.
template <class Value>
void append(Json& object, std::string_view name, Value&& value) {
  object.get_ref<Json::object_t&>().emplace_back(std::string(name), std::forward<Value>(value));
}

/// A fact with the ends of its range, amounts in one currency.
void add_number(Json& facts,
                Json& unknown,
                const facts::Fact& fact,
                core::Currency currency,
                const facts::FactValues& values) {
  facts::FactRef ref{
      .id = fact.id, .bound = facts::Bound::point, .currency = currency, .label = {}};
  const auto point = values.number(ref);
  const auto name = facts::name_of(ref);
  if (!point) {
    append(facts, name, nullptr);
    append(unknown, name, point.why_unknown());
    return;
  }
  append(facts, name, value_of(fact, *point));
  if (!fact.has_range)
    return;
  for (const auto bound : {facts::Bound::low, facts::Bound::high}) {
    ref.bound = bound;
    const auto end = values.number(ref);
    append(facts, facts::name_of(ref), end ? value_of(fact, *end) : Json(nullptr));
  }
}

} // namespace

Json number_json(double value) {
  if (!std::isfinite(value))
    return nullptr;
  if (value == std::floor(value) && std::abs(value) < k_largest_exact_integer) {
    return static_cast<std::int64_t>(value);
  }
  const auto text = fmt::format("{:.6g}", value);
  double rounded = 0;
  std::from_chars(text.data(), text.data() + text.size(), rounded);
  return rounded;
}

std::string fact_field(const facts::FactValues& values, std::string_view name) {
  const auto ref = facts::find_fact(name);
  if (!ref)
    return {};
  if (facts::fact(ref->id).kind == facts::FactKind::text) {
    const auto text = values.text(*ref);
    return text ? csv_field(*text) : std::string{};
  }
  const auto number = values.number(*ref);
  if (!number)
    return {};
  const auto value = value_of(facts::fact(ref->id), *number);
  return value.is_string() ? value.get<std::string>() : value.dump();
}

Json money_json(const core::Money& amount) {
  return core::to_decimal(amount);
}

Json rates_json(const cost::ExchangeRates& exchange) {
  Json list = Json::array();
  for (const auto& rate : exchange.rates()) {
    list.push_back({{"from", rate.from.code()},
                    {"to", rate.to().code()},
                    {"rate", money_json(rate.price)},
                    {"date", core::to_string(rate.date)}});
  }
  return list;
}

Json facts_json(const facts::FactValues& values) {
  Json facts = Json::object();
  add_facts(facts, values);
  return facts;
}

void add_facts(Json& facts, const facts::FactValues& values) {
  Json unknown = Json::object();
  for (const auto& fact : facts::all_facts()) {
    if (fact.id == facts::FactId::label)
      continue;
    if (fact.kind == facts::FactKind::text) {
      const auto text = values.text(fact.id);
      append(facts, fact.name, text ? Json(*text) : Json(nullptr));
      if (!text)
        append(unknown, fact.name, text.why_unknown());
    } else {
      add_number(facts, unknown, fact, core::Currency{}, values);
      if (fact.is_money() && values.currency() != core::Currency{})
        add_number(facts, unknown, fact, values.currency(), values);
    }
  }
  append(facts, "unknown", std::move(unknown));
}

void begin_envelope(Json& root,
                    std::string_view command,
                    const catalog::Catalog& catalog,
                    core::Date as_of,
                    core::Currency currency) {
  const auto edition = catalog.edition();
  root["schema_version"] = k_schema_version;
  root["tool_version"] = gpuplan::k_version;
  root["command"] = command;
  root["as_of"] = core::to_string(as_of);
  root["catalog"] = {{"version", edition.version}, {"sha256", edition.sha256}};
  root["currency"] = currency.code();
}

std::string text_of(const Json& root) {
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string line_of(const Json& root) {
  return root.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace gpuplan::output
