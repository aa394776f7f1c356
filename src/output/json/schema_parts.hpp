#pragma once

#include <nlohmann/json.hpp>

#include <string_view>

namespace gpuplan::output::schema {

using Json = nlohmann::ordered_json;

// The words that schemas are made of.

Json text();
Json number();
Json integer();

/// A schema with what its value means.
Json told(Json schema, std::string_view description);

Json or_null(std::string_view type);
Json list_of(Json items);

/// An object that has all of these; others too where it is not closed.
Json object_of(Json properties, bool closed = true);

/// Decimal text, so that it stays exact.
Json money();
Json money_or_null();

/// The dated rates that amounts were converted at.
Json exchange_rates();

/// Every fact, with the ends of its range, in dollars and any other currency; and what is beside.
Json facts_object(const Json& more = Json::object());

/// What every document begins with, and what is beside.
Json envelope(const Json& more);

} // namespace gpuplan::output::schema
