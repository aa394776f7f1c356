#pragma once

#include "core/money.hpp"
#include "facts/fact_id.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gpuplan::facts {

enum class FactKind : std::uint8_t { number, text, boolean };

/// When a fact becomes known, in this order; a rule runs at the latest stage of the facts it names.
enum class Stage : std::uint8_t { shape, job, layout, estimate, offer, quote };

constexpr std::size_t k_stage_count = 6;

std::string_view to_string(Stage stage);
std::string_view to_string(FactKind kind);

/// Kinds of jobs, a bit each.
using JobKinds = std::uint8_t;
constexpr JobKinds k_training_job = 1U << 0U;
constexpr JobKinds k_serving_job = 1U << 1U;
constexpr JobKinds k_batch_job = 1U << 2U;
constexpr JobKinds k_every_job = k_training_job | k_serving_job | k_batch_job;

/// What a job reads.
enum class Inputs : std::uint8_t { either, tokens, samples };

/// One row of the vocabulary: one name, one unit, one definition, for rules, filters, objectives,
/// columns, keys and help alike. A boolean is a number that is 0 or 1.
struct Fact {
  FactId id{};
  std::string_view name;
  std::string_view unit; ///< of the number and its print; `share` is printed in percent
  FactKind kind = FactKind::number;
  Stage stage = Stage::shape;
  std::uint8_t decimals = 0; ///< most digits after the point in print
  bool has_range = false;    ///< `_low` and `_high` (10th and 90th percentile) exist beside it
  std::string_view definition;
  JobKinds jobs = k_every_job;    ///< of others it is never known
  Inputs inputs = Inputs::either; ///< of jobs that read others it is never known

  /// Whether a job may have it: of one kind, reading tokens or samples.
  [[nodiscard]] constexpr bool is_of(JobKinds job, Inputs read) const {
    return (jobs & job) != 0 && (inputs == Inputs::either || inputs == read);
  }

  /// Whether the name ends in `_usd`, so that it exists for every currency.
  [[nodiscard]] constexpr bool is_money() const { return name.ends_with("_usd"); }
};

constexpr std::size_t k_fact_count = static_cast<std::size_t>(FactId::co2e_kg) + 1;

const Fact& fact(FactId id);

/// All facts in the order of the table: the reference that `gpuplan facts` prints.
std::span<const Fact> all_facts();

/// The number itself, or an end of its 80 % range.
enum class Bound : std::uint8_t { point, low, high };

constexpr std::size_t k_bound_count = 3;

/// What a written name stands for: `cost_total_cny_high` is {cost_total_usd, high, CNY},
/// `label.team` is {label, point, USD, "team"}.
struct FactRef {
  FactId id{};
  Bound bound = Bound::point;
  core::Currency currency;
  std::string label; ///< of `label.NAME` alone

  friend bool operator==(const FactRef&, const FactRef&) = default;
};

/// Reads a name as scripts write it: a fact, with `_low` or `_high` where it has a range, with
/// another ISO 4217 currency in place of `_usd`, or `label.NAME`. Nothing for any other text.
std::optional<FactRef> find_fact(std::string_view name);

/// The name of a reference; `find_fact` of it is the same reference.
std::string name_of(const FactRef& ref);

/// The unit of a reference, in its own currency: `USD/h`, `CNY/h`, `GiB`.
std::string unit_of(const FactRef& ref);

/// The definition, with what a `_low` or `_high` adds to it.
std::string definition_of(const FactRef& ref);

/// The fact whose name is nearest to a misspelt one, if one is near enough to be meant.
std::optional<std::string_view> nearest_fact(std::string_view name);

} // namespace gpuplan::facts
