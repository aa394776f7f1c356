#pragma once

#include <string>
#include <string_view>

namespace gpuplan::core {

/// Whether ISO 4217 lists a code, in capitals, as a national currency that is in use.
bool is_listed_currency(std::string_view code);

/// What to write instead of a code that is not listed: the one nearest to it, if one is near.
std::string currency_help(std::string_view met);

} // namespace gpuplan::core
