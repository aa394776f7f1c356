#include "core/unit_text.hpp"

#include "core/number_text.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

namespace gpuplan::core {
namespace {

/// How a unit is offered in messages: some stand in the list of what fits, the others are read too.
enum class Shown : std::uint8_t { yes, no };

struct UnitName {
  Dimension dimension;
  std::string_view name;
  double factor; ///< base units in one
  Shown shown = Shown::no;
};

constexpr double k_kib = 1024.0;
constexpr double k_hour = k_seconds_per_hour;
constexpr double k_day = 24.0; // hours
constexpr double k_bit = 1.0 / k_bits_per_byte;

constexpr auto k_units = std::to_array<UnitName>({
    {Dimension::count, "k", 1e3, Shown::yes},
    {Dimension::count, "K", 1e3},
    {Dimension::count, "M", 1e6, Shown::yes},
    {Dimension::count, "B", 1e9, Shown::yes},
    {Dimension::count, "T", 1e12, Shown::yes},
    {Dimension::memory, "GiB", k_bytes_per_gib, Shown::yes},
    {Dimension::memory, "GB", k_bytes_per_gb, Shown::yes},
    {Dimension::memory, "TiB", k_bytes_per_gib* k_kib, Shown::yes},
    {Dimension::memory, "TB", 1e12, Shown::yes},
    {Dimension::memory, "MiB", k_kib* k_kib, Shown::yes},
    {Dimension::memory, "MB", 1e6, Shown::yes},
    {Dimension::memory, "PiB", k_bytes_per_gib* k_kib* k_kib},
    {Dimension::memory, "PB", 1e15},
    {Dimension::memory, "KiB", k_kib},
    {Dimension::memory, "kB", 1e3},
    {Dimension::memory, "KB", 1e3},
    {Dimension::memory, "B", 1},
    {Dimension::memory, "Gi", k_bytes_per_gib},
    {Dimension::memory, "Mi", k_kib* k_kib},
    {Dimension::memory, "Ti", k_bytes_per_gib* k_kib},
    {Dimension::memory, "gib", k_bytes_per_gib},
    {Dimension::memory, "gb", k_bytes_per_gb},
    {Dimension::memory, "tib", k_bytes_per_gib* k_kib},
    {Dimension::memory, "tb", 1e12},
    {Dimension::memory, "mib", k_kib* k_kib},
    {Dimension::memory, "mb", 1e6},
    {Dimension::bandwidth, "Gbps", 1e9 * k_bit, Shown::yes},
    {Dimension::bandwidth, "GB/s", 1e9, Shown::yes},
    {Dimension::bandwidth, "Mbps", 1e6 * k_bit, Shown::yes},
    {Dimension::bandwidth, "MB/s", 1e6, Shown::yes},
    {Dimension::bandwidth, "TB/s", 1e12, Shown::yes},
    {Dimension::bandwidth, "Tbps", 1e12 * k_bit},
    {Dimension::bandwidth, "kbps", 1e3 * k_bit},
    {Dimension::bandwidth, "bps", k_bit},
    {Dimension::bandwidth, "Gbit/s", 1e9 * k_bit},
    {Dimension::bandwidth, "Mbit/s", 1e6 * k_bit},
    {Dimension::bandwidth, "Tbit/s", 1e12 * k_bit},
    {Dimension::bandwidth, "Gb/s", 1e9 * k_bit},
    {Dimension::bandwidth, "Mb/s", 1e6 * k_bit},
    {Dimension::bandwidth, "gbps", 1e9 * k_bit},
    {Dimension::bandwidth, "mbps", 1e6 * k_bit},
    {Dimension::bandwidth, "GiB/s", k_bytes_per_gib},
    {Dimension::bandwidth, "MiB/s", k_kib* k_kib},
    {Dimension::bandwidth, "kB/s", 1e3},
    {Dimension::bandwidth, "B/s", 1},
    {Dimension::duration, "h", 1, Shown::yes},
    {Dimension::duration, "d", k_day, Shown::yes},
    {Dimension::duration, "w", 7 * k_day, Shown::yes},
    {Dimension::duration, "mo", k_hours_per_month, Shown::yes},
    {Dimension::duration, "y", 12 * k_hours_per_month, Shown::yes},
    {Dimension::duration, "min", 60 / k_hour, Shown::yes},
    {Dimension::duration, "s", 1 / k_hour, Shown::yes},
    {Dimension::duration, "ms", 1e-3 / k_hour, Shown::yes},
    {Dimension::duration, "sec", 1 / k_hour},
    {Dimension::duration, "second", 1 / k_hour},
    {Dimension::duration, "seconds", 1 / k_hour},
    {Dimension::duration, "minute", 60 / k_hour},
    {Dimension::duration, "minutes", 60 / k_hour},
    {Dimension::duration, "hour", 1},
    {Dimension::duration, "hours", 1},
    {Dimension::duration, "day", k_day},
    {Dimension::duration, "days", k_day},
    {Dimension::duration, "week", 7 * k_day},
    {Dimension::duration, "weeks", 7 * k_day},
    {Dimension::duration, "month", k_hours_per_month},
    {Dimension::duration, "months", k_hours_per_month},
    {Dimension::duration, "year", 12 * k_hours_per_month},
    {Dimension::duration, "years", 12 * k_hours_per_month},
    {Dimension::rate, "/s", 1, Shown::yes},
    {Dimension::rate, "/min", 1.0 / 60, Shown::yes},
    {Dimension::rate, "/h", 1 / k_hour, Shown::yes},
    {Dimension::rate, "/d", 1 / (k_day * k_hour), Shown::yes},
});

/// Units that mean two things, with what to write instead.
struct Ambiguity {
  Dimension dimension;
  std::string_view name;
  std::string_view help;
};

constexpr auto k_ambiguous = std::to_array<Ambiguity>({
    {Dimension::duration, "m", "write min for minutes or mo for months"},
    {Dimension::duration, "M", "write mo for months"},
    {Dimension::memory, "G", "write GB (10^9 bytes) or GiB (2^30 bytes)"},
    {Dimension::memory, "M", "write MB (10^6 bytes) or MiB (2^20 bytes)"},
    {Dimension::memory, "T", "write TB (10^12 bytes) or TiB (2^40 bytes)"},
    {Dimension::memory, "Gb", "Gb are gigabits; write GB or GiB"},
    {Dimension::bandwidth, "gb/s", "write GB/s for bytes or Gbps for bits"},
    {Dimension::bandwidth, "GBps", "write GB/s for bytes or Gbps for bits"},
    {Dimension::bandwidth, "G", "write GB/s for bytes or Gbps for bits"},
});

std::string_view what_it_is(Dimension dimension) {
  switch (dimension) {
  case Dimension::count: return "a count";
  case Dimension::memory: return "an amount of memory";
  case Dimension::bandwidth: return "a bandwidth";
  case Dimension::duration: return "a duration";
  case Dimension::rate: return "a rate";
  }
  return "a quantity";
}

std::string fitting_units(Dimension dimension) {
  std::vector<std::string_view> names;
  for (const auto& unit : k_units) {
    if (unit.dimension == dimension && unit.shown == Shown::yes)
      names.push_back(unit.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

const UnitName* find_unit(Dimension dimension, std::string_view name) {
  const auto* found = std::find_if(k_units.begin(), k_units.end(), [&](const UnitName& unit) {
    return unit.dimension == dimension && unit.name == name;
  });
  return found == k_units.end() ? nullptr : found;
}

UnitError wrong(Dimension dimension, std::string_view text, std::string help) {
  return {.headline = fmt::format("met {}, expected {}", shortened(text), what_it_is(dimension)),
          .help = std::move(help)};
}

/// What a text without a number at its begin, or with something odd behind it, may have meant.
std::string number_help(std::string_view text, Dimension dimension) {
  const std::string low = lower(text);
  if (text.starts_with('-') || low.starts_with("+"))
    return "write a number without a sign";
  if (text.starts_with('.'))
    return fmt::format("write 0{}", shortened(text));
  if (low == "nan" || low.starts_with("inf"))
    return "leave it out where it is not known";
  return dimension == Dimension::count
             ? "write a number such as 4096, 512k, 2.5M, 8B"
             : fmt::format("write a number and one of {}", fitting_units(dimension));
}

UnitError wrong_unit(Dimension dimension, std::string_view text, std::string_view unit) {
  for (const auto& ambiguous : k_ambiguous) {
    if (ambiguous.dimension == dimension && ambiguous.name == unit)
      return wrong(dimension, text, std::string(ambiguous.help));
  }
  if (unit.starts_with(',') || unit.starts_with('_'))
    return wrong(dimension, text, "write the number without separators");
  for (const auto& other : k_units) {
    if (other.name == unit && other.dimension != dimension && dimension != Dimension::count) {
      return wrong(dimension,
                   text,
                   fmt::format("{} measures {}; write one of {}",
                               unit,
                               what_it_is(other.dimension),
                               fitting_units(dimension)));
    }
  }
  return wrong(dimension, text, number_help("0", dimension));
}

std::variant<double, UnitError>
scaled(std::string_view text, std::string_view number, Dimension dimension, double factor) {
  double value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  constexpr double k_most = 1e30;
  value *= factor;
  const bool tiny =
      error == std::errc::result_out_of_range && number.find('-') != std::string_view::npos;
  if ((error != std::errc{} && !tiny) || !(value <= k_most))
    return wrong(dimension, text, "the number is beyond anything that can be meant");
  return tiny ? 0.0 : value;
}

} // namespace

std::variant<double, UnitError>
parse_quantity(std::string_view text, Dimension dimension, DefaultUnit bare) {
  const std::string_view whole = trim(text);
  const std::size_t length = whole.starts_with('-') ? 0 : number_length(whole);
  if (length == 0)
    return wrong(dimension, whole, number_help(whole, dimension));
  const std::string_view number = whole.substr(0, length);
  std::string_view unit = whole.substr(length);
  if (unit.empty() && dimension == Dimension::count)
    return scaled(whole, number, dimension, 1);
  if (unit.empty() && !bare) {
    return UnitError{.headline = fmt::format("met {}, a bare number, expected {}",
                                             shortened(whole),
                                             what_it_is(dimension)),
                     .help = fmt::format("write one of {}", fitting_units(dimension))};
  }
  if (unit.empty())
    unit = *bare;
  const bool spaced = unit.starts_with(' ');
  if (spaced)
    unit.remove_prefix(1);
  const UnitName* known = find_unit(dimension, unit);
  if (known == nullptr)
    return wrong_unit(dimension, whole, unit);
  if (spaced && dimension == Dimension::count)
    return wrong(dimension, whole, fmt::format("did you mean {}{}?", number, unit));
  return scaled(whole, number, dimension, known->factor);
}

} // namespace gpuplan::core
