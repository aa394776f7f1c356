#pragma once

#include <string>
#include <string_view>

namespace gpuplan::perf::inference {

/// `37.1`: milliseconds.
std::string ms_text(double seconds);

/// `prompt                 41.2 ms  …`: a time and what it comes from.
std::string time_line(std::string_view label, double seconds, const std::string& arithmetic);

/// ` x engine 0.92`; nothing for a factor of one.
std::string factor_text(std::string_view name, double factor);

} // namespace gpuplan::perf::inference
