#pragma once

#include "catalog/catalog.hpp"
#include "core/known.hpp"
#include "core/money.hpp"
#include "cost/checkpoint.hpp"
#include "cost/exchange_rate.hpp"
#include "cost/settings.hpp"
#include "cost/tiers.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gpuplan::cost {

enum class LineKind : std::uint8_t {
  compute,
  setup,
  evaluation,
  interruptions, ///< lost work, restarts and waiting that are billed, writing checkpoints
  retries,
  commitment, ///< hours of a commitment that are paid and not used
  after_term, ///< hours after the last term, on demand
  storage,    ///< the data set
  checkpoints,
  transfer,
};

std::string_view to_string(LineKind kind);

/// One line of a quote. amount = quantity × rate rounded half-even once, unless `rate` is empty
/// (tiers, or a rate in another currency).
struct QuoteLine {
  std::string label;
  LineKind kind = LineKind::compute;
  double quantity = 0; ///< in `unit`, of all instances together
  std::string unit;    ///< `h`, `GB-month`, `GB`
  std::optional<core::Money> rate;
  core::Money amount;
  std::string source; ///< catalog file:line, or the assumption behind it
};

/// What a use of machines is, independent of any price.
struct Usage {
  std::int64_t nodes = 1;
  std::int64_t groups = 1;   ///< of nodes, equal ones that work on without one another
  core::Milliseconds run{0}; ///< steps of the job, wall time without interruptions
  core::Milliseconds setup{0};
  core::Milliseconds evaluation{0};
  double retries = 0; ///< expected repeats of set-up and run, a fraction is fine
  bool can_resume = true;
  /// One full checkpoint; of inference the weights that are kept.
  double checkpoint_bytes = 0;
  /// Else finished pieces stay as they are made, nothing has to be written to go on (inference).
  bool checkpoints = true;
  double checkpoint_write_bytes_s = 0; ///< of all nodes together; 0: the default per node
  std::optional<core::Milliseconds> checkpoint_interval;
  double dataset_bytes = 0;  ///< kept beside the run
  double transfer_bytes = 0; ///< into the machine's region from elsewhere
  std::optional<catalog::RegionId> transfer_from;
  std::optional<core::Milliseconds> project_duration; ///< horizon of commitments
  std::optional<double> hours_per_month;              ///< use within the project
  bool serving = false; ///< runs all the time (or `hours_per_month`): costs are a month's

  [[nodiscard]] bool writes_checkpoints() const {
    return checkpoints && !serving && checkpoint_bytes > 0;
  }
};

/// Interruptions of a spot run.
struct SpotOutlook {
  double interruptions_per_hour = 0;         ///< of the whole job
  double interruptions = 0;                  ///< expected number in the run
  core::Milliseconds checkpoint_interval{0}; ///< 0: nothing has to be written
  core::Milliseconds expected_wall{0};
  double writing_ratio = 0;   ///< of the undisturbed run: the part of the overhead that writes
  double overhead_ratio = 0;  ///< expected wall ÷ undisturbed wall − 1
  double completion_odds = 1; ///< chance of no interruption at all
  double monthly_rate = 0;    ///< share of machines reclaimed in a month that was used
  double monthly_rate_low = 0;
  double monthly_rate_high = 0;
  std::string_view rate_source;
  core::Known<core::Money> on_demand_hourly; ///< same size and place
  /// Spot price at which the expected cost of the run equals on demand.
  core::Known<core::Money> break_even_hourly;
};

/// Reserved and committed terms against on demand.
struct CommitmentOutlook {
  core::Known<double> break_even_utilization;    ///< of all hours of the term; above 1 never
  core::Known<double> break_even_hours_per_year; ///< above 8,760 never
  /// Share of the project's own hours within the terms that must be used; above 1 never. Unknown
  /// without a project's duration.
  core::Known<double> break_even_in_project;
  core::Known<double> term_hours;
  std::int64_t terms_bought = 1; ///< one after the other
  // Of one instance:
  double used_hours = 0;    ///< within these terms, by the whole project
  double covered_hours = 0; ///< of the project, within these terms
  double after_hours = 0;   ///< of the project, after them: on demand
  core::Known<core::Money> on_demand_hourly;
};

/// A part of the cost that has no price: not in the total, and said so.
struct LeftOut {
  LineKind kind = LineKind::storage;
  std::string why;
};

struct Quote {
  std::vector<QuoteLine> lines;
  core::Money total;     ///< exact sum of the lines (list price)
  core::Money total_low; ///< 10th percentile of the time estimate and rate band
  core::Money total_high;
  core::Milliseconds wall{0};             ///< from start to result, with what the terms add
  core::Known<core::Money> monthly;       ///< serving, or a project with hours a month
  core::Known<core::Money> paid_at_start; ///< what the terms want at the start, all instances;
                                          ///< spread over the lines, never added to them
  std::optional<SpotOutlook> spot;
  std::optional<CommitmentOutlook> commitment;
  std::vector<LeftOut> left_out;
  std::vector<std::string> notes;
};

/// The amounts of the lines to the cent, such that they add up to the total to the cent.
std::vector<core::Money> rounded_amounts(const Quote& quote);

/// The two figures a walk over many offers compares.
struct Charge {
  core::Money total;
  core::Milliseconds wall{0};
};

/// Time band of the run: measured ÷ predicted.
struct TimeBand {
  double factor_low = 1;
  double factor_high = 1;
};

struct Rates;
struct PreparedUse;

/// Prices a use of an offer. Unknown where the offer has no price; a secondary rate the provider
/// does not state is taken from the defaults and named in `notes`. All lines are in the offer's
/// currency: a secondary rate in another one is converted at a dated rate, and without one it is
/// left out visibly (`left_out`).
class CostModel {
public:
  explicit CostModel(const catalog::Catalog& catalog, ExchangeRates exchange = {});

  /// `on_demand` is the price that terms are held against: of the same size, place and currency.
  [[nodiscard]] core::Known<Quote> quote(const catalog::Offer& offer,
                                         const Usage& usage,
                                         TimeBand band,
                                         const core::Known<core::Money>& on_demand) const;

  /// The parts of a charge, for many uses of many offers: what an offer asks, and a use worked out
  /// once for all of them (`charge_of` of both in prepared_use.hpp, exactly the quote's total).
  [[nodiscard]] Rates rates(const catalog::Offer& offer, const Usage& usage) const;
  [[nodiscard]] PreparedUse prepare(const Usage& usage) const;

  /// The run as `completion.hpp` takes it, for deadlines and odds. Spot offers.
  [[nodiscard]] core::Known<InterruptibleRun> interruptible_run(const catalog::Offer& offer,
                                                                const Usage& usage) const;

private:
  struct Tables; ///< what the catalog says, by provider and region

  std::shared_ptr<const Tables> tables_;
};

} // namespace gpuplan::cost
