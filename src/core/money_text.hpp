#pragma once

#include "core/money.hpp"
#include "core/unit_text.hpp"

#include <optional>
#include <string_view>
#include <variant>

namespace gpuplan::core {

/// Reads `2000 USD`, `500usd`, `$2000`, `500 €`; a bare number takes `bare`, and is an error
/// without it. A sign that several currencies share is an error that names them: `¥100`; `$100`
/// where `bare` says that amounts are in another dollar.
std::variant<Money, UnitError> parse_money(std::string_view text,
                                           std::optional<Currency> bare = std::nullopt);

} // namespace gpuplan::core
