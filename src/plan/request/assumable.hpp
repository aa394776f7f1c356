#pragma once

#include "facts/fact.hpp"

#include <string>
#include <string_view>

namespace gpuplan::plan {

/// What a fact is calculated from; empty for one that catalog or job state, or might.
std::string_view calculated_from(const facts::Fact& fact);

/// Whether a fact is one number, or a yes or no, in its own unit: no bound of a range, no amount of
/// another currency, no text.
bool is_stated_plainly(const facts::FactRef& ref);

/// How a user states a fact that is not known, ready to be typed: `--assume ecc=yes`; of a number
/// the amount is left open, `--assume network_gbps=…`. Empty where `--assume` would refuse it.
std::string assume_hint(std::string_view fact_name);

} // namespace gpuplan::plan
