#pragma once

#include "facts/values.hpp"
#include "plan/recommendation.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string_view>

namespace gpuplan::output {

/// Version of the JSON outputs: additive changes within a major version.
constexpr std::string_view k_schema_version = "1.0.0";

/// The keys every command's answer begins with.
void begin_envelope(nlohmann::ordered_json& root,
                    std::string_view command,
                    const catalog::Catalog& catalog,
                    core::Date as_of,
                    core::Currency currency);

/// Every fact under its name: money as exact decimal text, so that parts add up to their total,
/// other numbers with at most six significant digits, unknown as null with the reason in `unknown`.
/// Amounts are told in US dollars, and beside that in the currency of the values.
nlohmann::ordered_json facts_json(const facts::FactValues& values);

/// The same as further members of an object.
void add_facts(nlohmann::ordered_json& object, const facts::FactValues& values);

/// A number as JSON prints it: six significant digits, so that the same input gives the same bytes.
nlohmann::ordered_json number_json(double value);

/// A fact as a CSV field, with the digits it has in JSON; nothing where it is not known or no fact
/// has the name.
std::string fact_field(const facts::FactValues& values, std::string_view name);

nlohmann::ordered_json money_json(const core::Money& amount);

/// The rates that amounts of other currencies were converted at.
nlohmann::ordered_json rates_json(const cost::ExchangeRates& exchange);

/// The text of a document, indented, with a line end; invalid UTF-8 becomes the replacement sign.
std::string text_of(const nlohmann::ordered_json& root);

/// The same on one line.
std::string line_of(const nlohmann::ordered_json& root);

} // namespace gpuplan::output
