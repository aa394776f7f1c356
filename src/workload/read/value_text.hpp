#pragma once

#include "workload/read/statements.hpp"

#include <variant>

namespace gpuplan::workload {

/// Why a text is no value of a key.
struct ValueFault {
  std::string headline;
  std::string help;
};

/// Whether a bare number may take the key's flag unit.
enum class BareUnit : std::uint8_t { refused, allowed };

/// Reads one scalar text as the value of a key: kind, unit, range, word; `auto`, `max` and `min`
/// where the key takes them. Lists are split at commas. Models stay text; tables are no scalars.
/// `currency` is that of an amount which names none, where bare units are allowed.
std::variant<Statement, ValueFault>
read_value(const Key& key, std::string_view text, BareUnit bare, core::Currency currency = {});

/// The value as it is read in any currency: `100` for an amount becomes `100 EUR`.
std::string lasting_value(const Override& override);

} // namespace gpuplan::workload
