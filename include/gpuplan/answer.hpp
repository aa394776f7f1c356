#pragma once

#include "gpuplan/result.hpp"
#include "gpuplan/values.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan {

/// Something to know about a plan: `memory-tight`, and what that means.
struct Mark {
  std::string word;
  std::string meaning;
};

/// An offer, how many of it, and what the job takes there.
struct Plan {
  std::string reference; ///< `aws/p5.48xlarge@us-east-1#spot x2`: names the plan everywhere
  std::optional<std::uint32_t> rank; ///< 1 is best of all plans; none for a plan beside the ranking
  std::string provider;
  std::string instance_type; ///< as the provider spells it
  std::string region;
  std::string accelerator;     ///< chip, `h100-sxm5-80gb`; `none` for a machine without one
  double devices_per_node = 0; ///< a fraction where a slice of a chip is sold
  std::int32_t nodes = 1;      ///< instances to rent
  std::string terms;     ///< `on-demand`, `spot`, `reserved`, `savings-plan`, `committed-use`, …
  Money price_per_hour;  ///< of one instance, in the currency it is sold in
  Known<Day> price_date; ///< the day the price is of
  std::string price_source;           ///< catalog line, `catalogs/providers/aws/prices.csv:612`
  std::string layout;                 ///< how the job is spread: `dp 8, micro-batch 2 × 4`
  Estimate<double> memory_needed_gib; ///< peak of one device; GiB are 2^30 bytes
  Known<double> memory_usable_gib;    ///< of one device
  Known<Estimate<Hours>> time;        ///< start to result; none for a service, which runs on
  Estimate<Money> total;              ///< of the whole job; of a month of a service
  std::string bottleneck;             ///< what limits the speed: `compute`, …
  std::vector<Mark> marks;            ///< doubts and remarks, in a fixed order
};

/// `rely`: cheapest on demand, with a dated, fresh price, a secure host and a measured chip.
/// `cheap`: cheapest that may be interrupted. `fast`: fastest for about that money.
enum class PickKind : std::uint8_t { rely, cheap, fast };

[[nodiscard]] std::string_view to_string(PickKind kind);

struct Pick {
  PickKind kind = PickKind::rely;
  Plan plan;
  std::string why; ///< one phrase
};

/// A group of offers that was left out, and what would bring it back. Where there is no plan, the
/// limits whose loss alone would give one stand first, without offers of their own.
struct Exclusion {
  std::string reason;       ///< stable id, often of a rule: `memory.fits`, `asked.terms`
  std::uint64_t count = 0;  ///< offers; 0 for such a limit
  std::string summary;      ///< one phrase
  std::string nearest;      ///< reference of the plan that missed by the least
  std::string nearest_note; ///< how far it missed
  std::string remedy;       ///< the option of the program that would bring it back
};

/// A default that was taken because the job does not say.
struct Assumption {
  std::string name;  ///< last word of the key, `sequence_length`
  std::string value; ///< with its unit
  std::string why;
  std::string flag; ///< the option of the program that says it, `--seq`; may be empty
};

/// One plan in full: memory, time and cost line by line, rules, and the catalog line behind each
/// input; or, where every plan of the reference was left out, why.
struct Explanation {
  std::optional<Plan> plan;        ///< ranked among all plans of the job; none where left out
  std::optional<PickKind> picked;  ///< the pick that it is, if any
  std::vector<std::string> lines;  ///< text for people, as `gpuplan explain` prints it
  std::optional<std::string> json; ///< as `gpuplan explain -o json` prints it
};

/// The answer to one job. Immutable, cheap to copy (copies share it), safe to read from many
/// threads; it keeps its catalog alive. That nothing fits is an answer too: no plans, and the
/// reasons.
class Answer {
public:
  [[nodiscard]] const std::vector<Pick>& picks() const;

  /// The plans asked for by `Options::rows`, best first.
  [[nodiscard]] const std::vector<Plan>& plans() const;

  /// How many plans are ranked, whether among `plans()` or not.
  [[nodiscard]] std::uint64_t ranked() const;

  [[nodiscard]] const std::vector<Exclusion>& excluded() const;
  [[nodiscard]] const std::vector<Assumption>& assumptions() const;

  /// What to know about the model: `shape taken from meta-llama/Llama-3.1-8B`.
  [[nodiscard]] const std::vector<std::string>& notes() const;

  /// The best plan that a reference selects, in full; a short reference (`aws/p5.48xlarge`) selects
  /// all that match. Faults: a reference that means nothing in the catalog.
  Result<Explanation> explain(std::string_view reference) const;

  /// The whole answer, byte for byte what `gpuplan recommend -o json` prints.
  [[nodiscard]] std::string json() const;

private:
  friend class Catalog;
  struct State;
  explicit Answer(std::shared_ptr<const State> state);
  std::shared_ptr<const State> state_;
};

} // namespace gpuplan
