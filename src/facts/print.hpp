#pragma once

#include "facts/values.hpp"

#include <string>

namespace gpuplan::facts {

/// A number fact as people read it, with its unit: `21.153 USD/h`, `88 %`, `1,840 h`, `yes`. At
/// most the decimals of the fact, and more where asked, and six significant digits; a number too
/// small for them keeps two significant digits rather than becoming 0.
std::string print(const FactRef& ref, double value, int more_decimals = 0);

/// The fact of a candidate; `?` where it is unknown.
std::string print(const FactRef& ref, const FactValues& values);

} // namespace gpuplan::facts
