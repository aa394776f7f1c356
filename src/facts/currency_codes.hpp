#pragma once

#include "core/money.hpp"

#include <optional>
#include <string_view>

namespace gpuplan::facts {

/// The currency of the last part of a money fact's name (`cny`), if ISO 4217 lists its code; so a
/// misspelt `_uds` is an unknown name and not a currency without a rate.
std::optional<core::Currency> currency_of_suffix(std::string_view lower_case_code);

} // namespace gpuplan::facts
