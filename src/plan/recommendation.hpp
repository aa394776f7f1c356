#pragma once

#include "catalog/catalog.hpp"
#include "cost/quote.hpp"
#include "plan/answer/limit_odds.hpp"
#include "plan/setup.hpp"
#include "workload/workload.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gpuplan::plan {

/// Marks a plan carries; each is a letter in the notes column and a word in JSON.
enum class Mark : std::uint32_t {
  region_not_stated = 1U << 0U,
  chip_not_measured = 1U << 1U,
  memory_tight = 1U << 2U,
  memory_over = 1U << 18U, ///< tight, and by the estimate over what a job can allocate
  unconfirmed = 1U << 3U,  ///< a required rule could not be judged: a fact is unknown
  price_old = 1U << 4U,    ///< older than its option's limit, or undated
  price_bound = 1U << 5U,  ///< the date is a floor
  quarantined = 1U << 6U,  ///< a data-quality finding on the price row
  community_host = 1U << 7U,
  not_comparable = 1U << 8U,     ///< nothing comparable was measured for its memory
  rule_of_thumb = 1U << 9U,      ///< time from a rule of thumb, not from measurements
  other_stack = 1U << 11U,       ///< the chip wants XLA or Neuron, not what the job assumes
  pareto = 1U << 10U,            ///< no other plan is both cheaper and faster
  price_outlying = 1U << 12U,    ///< far from the median of its kind
  price_later = 1U << 13U,       ///< dated after the day of the answer
  assumed = 1U << 14U,           ///< rests on a fact that the user assumes
  price_unconfirmed = 1U << 15U, ///< its source doubts it, or cannot be looked up again
  waits_for_data = 1U << 16U,    ///< slowed down to what its storage delivers
  storage_unknown =
      1U << 17U, ///< of those unconfirmed: reads more than any storage gives, its own unknown
  limit_in_range = 1U << 19U, ///< its 80 % range goes past a deadline or budget that it keeps
  eager_host = 1U << 21U,     ///< host work of eager code sets the time of a batch
  rule_warns = 1U << 20U,     ///< fails a rule that warns; known of plans that are written out
};

struct MarkInfo {
  Mark mark;
  char letter;
  std::string_view word;
  std::string_view meaning;
};

/// Every mark with its letter, in the order they are printed.
const std::vector<MarkInfo>& marks();
const MarkInfo& info_of(Mark mark);

enum class Outcome : std::uint8_t { not_applicable, pass, fail, unknown };
std::string_view to_string(Outcome outcome);

/// What a rule said of a plan.
struct Verdict {
  std::string rule;
  std::string level;
  Outcome outcome = Outcome::pass;
  std::string message; ///< what is wrong, with numbers; empty where the rule passes
  std::string check;   ///< the expression that is tested
  std::string numbers; ///< the facts it names, with their values
  std::string missing; ///< the unknown fact, where that decided
  std::string place;   ///< file:line of the rule
};

/// What keeps a plan from a pick, and what would lift that.
struct Bar {
  std::string reason; ///< a mark's word, `no-date`, or the word of a pick's own condition
  std::string why;    ///< `its price is 700 days old`
  std::string lifted; ///< `a price of today: --catalog FILE`; empty: nothing a user can do
};

/// One answer: an offer, how many of it, and what it means.
struct Recommendation {
  /// 1 is best; among all ranked plans, of which an offer has one. 0: the offer is ranked in
  /// another setup (number of machines, layout), at `offer_rank`.
  std::uint32_t rank = 0;
  std::uint32_t offer_rank = 0;
  catalog::Offer offer;
  std::string plan;     ///< plan reference, `aws/p5.48xlarge@us-east-1#spot x2`
  std::string offer_id; ///< the offer alone
  std::string layout;   ///< degrees in words
  Setup setup;
  cost::Quote quote;                         ///< in the currency of the answer
  core::Known<core::Money> on_demand_hourly; ///< same size and place, in the offer's currency
  core::Known<bool> place_allowed = true;
  bool provider_allowed = true;
  std::uint32_t marks = 0;
  std::uint32_t same_price_regions = 0; ///< further regions of the group at the same total
  std::vector<Verdict> verdicts;
  std::vector<Bar> bars;       ///< why it is never a pick; empty where it may be one
  std::vector<LimitOdds> odds; ///< of the limits that lie within its ranges
  std::optional<double> energy_kwh;
  std::optional<double> co2e_kg;

  [[nodiscard]] bool has(Mark mark) const {
    return (marks & static_cast<std::uint32_t>(mark)) != 0;
  }
};

/// The rules that warn of a plan, less those that a mark of their own tells: of memory that is
/// tight and of a wait for data.
std::vector<const Verdict*> warnings_of(const Recommendation& entry);

/// `aws/p5.48xlarge@us-east-1#spot x2`: the offer's name, and how many of it where not one.
std::string
plan_reference(const catalog::Catalog& catalog, const catalog::Offer& offer, std::int32_t nodes);

/// What makes a plan whose memory is tight fit, and what the plan is then.
struct Relief {
  std::string flags; ///< tried: the same offer, on as many machines
  core::Bytes device;
  core::Money total;
  core::Milliseconds wall{0};
};

/// Why offers were left out, how many, and what would bring the nearest back.
struct Exclusion {
  std::string reason;      ///< rule id or `price.none`, `terms.not-asked`, …
  std::uint64_t count = 0; ///< offers
  std::string summary;     ///< one phrase with numbers: `slower than 48 h`
  std::string nearest;     ///< plan reference of the nearest miss
  std::string nearest_note;
  std::optional<double> least; ///< least of the reason's own figure: break-even hours a year
  std::string remedy;          ///< flags that make the nearest a plan, tried; empty: none found
  std::string remedy_told;     ///< the same, naming the plan where it is of another number of
                               ///< machines than the nearest; empty where that is not known
};

/// The first of the ranking, where it is no pick: a reader would take it for the answer.
struct NotPicked {
  std::size_t index = 0; ///< into `recommendations`
  std::vector<Bar> bars; ///< at least one
};

/// Plans that would stand among the lines of the list, were it not for a fact that is not known.
struct NotConfirmed {
  std::uint64_t count = 0;
  std::string plan; ///< of them the first by the objective
  core::Money total;
  Bar bar; ///< what is not known of it
};

enum class PickKind : std::uint8_t { rely, cheap, fast };
std::string_view to_string(PickKind kind);

struct Pick {
  PickKind kind = PickKind::rely;
  std::size_t index = 0; ///< into `recommendations`
  std::string why;
  std::string many; ///< that it takes more devices than are had unasked; empty where it does not
};

/// What the answer saves against what people take unasked.
struct NaiveChoice {
  std::string plan;
  core::Money total;
};

struct Counts {
  std::uint64_t offers = 0;     ///< in the catalog
  std::uint64_t ranked = 0;     ///< plans that passed
  std::uint64_t groups = 0;     ///< provider × chip × terms among them
  std::uint64_t old_groups = 0; ///< of `groups`, those with old or undated prices alone
  std::uint64_t current = 0;    ///< of `ranked`, with a price that is dated and fresh
  std::uint64_t unpriced = 0;
  std::uint64_t later = 0; ///< of `ranked`, with a price dated after the day of the answer
  std::uint64_t twins = 0; ///< left out since the same offer is ranked under another name
};

/// The job as it was stated, so that a saved answer can be asked again.
struct Stated {
  std::string file_name; ///< empty: no workload file
  std::string file_text;
  std::vector<std::pair<std::string, std::string>> overrides; ///< keys and values beside the file
};

/// The whole answer to one request.
struct RecommendationSet {
  const catalog::Catalog* catalog = nullptr;
  workload::Workload workload;
  Stated stated;
  core::Date as_of;
  core::Currency currency;
  cost::ExchangeRates exchange; ///< amounts of other currencies were converted with
  /// Every ranked plan that was asked for, best first: the lines of the table, or all of them.
  std::vector<Recommendation> recommendations;
  std::vector<std::size_t> lines;     ///< default lines of the list: indices, in order
  std::vector<std::size_t> old_lines; ///< best groups with old or undated prices
  std::vector<Pick> picks;
  std::optional<std::size_t> tight; ///< cheapest that would be a pick if it were not tight
  std::optional<NotPicked> first_not_picked;
  std::optional<NotConfirmed> not_confirmed;
  std::optional<std::size_t> commitment; ///< cheapest plan that commits, where no pick does
  std::optional<Relief> relief;          ///< of the first tight line of the list
  std::vector<Exclusion> excluded;
  std::optional<NaiveChoice> naive;
  std::vector<workload::Assumption> assumptions;
  std::vector<std::string> footnotes;
  std::vector<std::string> old_rates; ///< what is to be said of the age of exchange rates
  Counts counts;
};

} // namespace gpuplan::plan
