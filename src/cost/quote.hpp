#pragma once

#include "catalog/catalog.hpp"
#include "core/known.hpp"
#include "core/money.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gpuplan::cost {

enum class LineKind : std::uint8_t {
  compute,
  setup,
  evaluation,
  interruptions, ///< lost work, restarts and waiting that are billed
  retries,
  commitment, ///< hours of a commitment that are paid and not used
  upfront,
  storage,
  checkpoints,
  transfer,
};

std::string_view to_string(LineKind kind);

/// One line of a quote. amount = quantity × rate rounded half-even once, unless `rate` is empty.
struct QuoteLine {
  std::string label;
  LineKind kind = LineKind::compute;
  double quantity = 0;
  std::string unit; ///< `h`, `GB-month`
  std::optional<core::Money> rate;
  core::Money amount;
  std::string source; ///< catalog file:line, or the assumption behind it
};

/// What a use of machines is, independent of any price.
struct Usage {
  std::int64_t nodes = 1;
  core::Milliseconds run{0}; ///< steps of the job, wall time without interruptions
  core::Milliseconds setup{0};
  core::Milliseconds evaluation{0};
  double retries = 0;
  bool can_resume = true;
  double checkpoint_bytes = 0; ///< one full checkpoint; 0: none
  double checkpoint_write_bytes_s = 0;
  std::optional<core::Milliseconds> checkpoint_interval;
  double dataset_bytes = 0;  ///< kept beside the run
  double transfer_bytes = 0; ///< into the machine's region from elsewhere
  std::optional<catalog::RegionId> transfer_from;
  std::optional<core::Milliseconds> project_duration; ///< horizon of commitments
  std::optional<double> hours_per_month;              ///< use within the project
  bool serving = false;                               ///< runs all the time: costs are a month's
};

/// Interruptions of a spot run.
struct SpotOutlook {
  double interruptions_per_hour = 0; ///< of the whole job
  core::Milliseconds checkpoint_interval{0};
  core::Milliseconds expected_wall{0};
  double overhead_ratio = 0;   ///< expected wall ÷ undisturbed wall − 1
  double completion_odds = 1;  ///< chance of no interruption at all
  double monthly_rate_low = 0; ///< band of the rate that was used
  double monthly_rate_high = 0;
  std::string_view rate_source;
};

/// Reserved and committed terms against on demand.
struct CommitmentOutlook {
  double break_even_utilization = 0; ///< of all hours of the term
  double break_even_hours_per_year = 0;
  double used_hours = 0; ///< within the term, by the project
  core::Known<core::Money> on_demand_hourly;
};

struct Quote {
  std::vector<QuoteLine> lines;
  core::Money total;     ///< exact sum of the lines (list price)
  core::Money total_low; ///< 10th percentile of the time estimate and rate band
  core::Money total_high;
  core::Milliseconds wall{0};       ///< from start to result, with what the terms add
  core::Known<core::Money> monthly; ///< serving, or a project with hours a month
  std::optional<SpotOutlook> spot;
  std::optional<CommitmentOutlook> commitment;
  std::vector<std::string> notes;
};

/// Time band of the run: measured ÷ predicted.
struct TimeBand {
  double factor_low = 1;
  double factor_high = 1;
};

/// Prices a use of an offer. Unknown where the offer has no price; a secondary rate the provider
/// does not state is taken from the defaults and named in `notes`.
class CostModel {
public:
  explicit CostModel(const catalog::Catalog& catalog);

  [[nodiscard]] core::Known<Quote>
  quote(const catalog::Offer& offer, const Usage& usage, TimeBand band) const;

  /// The total alone, for the walk over thousands of offers; equals `quote(...).total` exactly.
  [[nodiscard]] core::Known<core::Money> total(const catalog::Offer& offer,
                                               const Usage& usage) const;

private:
  const catalog::Catalog* catalog_;
};

} // namespace gpuplan::cost
