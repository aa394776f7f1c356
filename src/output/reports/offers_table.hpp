#pragma once

#include "core/money.hpp"
#include "output/reports/offers_report.hpp"

namespace gpuplan::output {

/// Behind a price whose region, age or currency is not the one of its row.
constexpr std::string_view k_apart_mark = "*";

/// A price an hour: two digits after the point, four below a tenth.
std::string hourly_text(const core::Money& amount);

} // namespace gpuplan::output
