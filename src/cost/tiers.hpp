#pragma once

#include "core/money.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace gpuplan::cost {

/// A rate for what lies between two volumes of a month, as a price list states it. Units are whole
/// (GB); an absent end has no limit.
struct Band {
  std::int64_t from = 0;
  std::optional<std::int64_t> to;
  core::Money rate; ///< per unit
};

/// What is wrong with a list of bands.
enum class BandFault : std::uint8_t {
  none_given,
  not_from_zero,
  gap,
  overlap,
  no_open_end,
  mixed_currencies,
};

std::string_view to_string(BandFault fault);

/// Marginal tiers: every unit is charged in exactly one band, so the cost is continuous and never
/// falls as the volume grows.
class TierTable {
public:
  /// Any order of bands. They must begin at 0, touch, and end open.
  static std::variant<TierTable, BandFault> from_bands(std::vector<Band> bands);

  /// One rate for everything.
  static TierTable flat(core::Money rate);

  /// Cost of `volume` parts of a unit that has `parts_per_unit` of them (bytes and 10^9 for GB).
  /// Exact within a band, rounded half-even once per band; nothing where it does not fit. A
  /// negative volume is a broken invariant.
  [[nodiscard]] std::optional<core::Money> cost(std::int64_t volume,
                                                std::int64_t parts_per_unit) const;

  [[nodiscard]] std::span<const Band> bands() const { return bands_; }

  [[nodiscard]] core::Currency currency() const { return bands_.front().rate.currency(); }

private:
  explicit TierTable(std::vector<Band> bands) : bands_(std::move(bands)) {}

  std::vector<Band> bands_; ///< ascending
};

/// The cost of a volume under bands that are known to be sound (`TierTable` checks them).
std::optional<core::Money>
tiered_cost(std::span<const Band> bands, std::int64_t volume, std::int64_t parts_per_unit);

} // namespace gpuplan::cost
