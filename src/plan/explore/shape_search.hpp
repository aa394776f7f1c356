#pragma once

#include "plan/explore/compatibility.hpp"
#include "plan/facts/candidate_facts.hpp"

#include <string>
#include <vector>

namespace gpuplan::plan {

/// A shape with what exploring it gave.
struct ExploredShape {
  catalog::Shape shape;
  const catalog::Accelerator* chip = nullptr;
  bool network_assumed = false;    ///< the user states it, the catalog does not
  std::vector<std::uint32_t> kept; ///< setups that passed, as indices into those of the search

  /// Where nothing was kept: the rule behind it, and of which setup.
  struct Failure {
    std::string rule;
    double distance = 0;
    std::int32_t nodes = 1;
    std::string summary;                  ///< where no rule of the catalog has the words
    const facts::Rule* wording = nullptr; ///< the rule that has them, to be filled in for:
    Explored explored;
  } failure;
};

/// The first phase of the search, over the numbers of instances of a shape: which setups are worth
/// pricing, or why none is.
class ShapeSearch {
public:
  ShapeSearch(const SearchInput& input, std::vector<KeptSetup>& setups);

  /// Explores 1, 2, 4, … instances until the rules of a setup pass and twice as many no longer
  /// help. Setups that pass are added to those of the search.
  void explore(ExploredShape& found);

  /// Why nothing of a shape was kept, in words. Most shapes are never asked.
  [[nodiscard]] std::string summary_of(const ExploredShape& found);

private:
  enum class Next : std::uint8_t { more_instances, done };

  [[nodiscard]] std::vector<std::int32_t> counts_to_try(const catalog::Shape& shape);
  [[nodiscard]] std::vector<std::int32_t> counts_for_load(const catalog::Shape& shape,
                                                          std::span<const std::int32_t> replicas);
  Next look_at(ExploredShape& found, std::int32_t nodes);
  Next keep(ExploredShape& found, const Setup& setup, const Judgement& judgement);
  [[nodiscard]] bool rests_on_network(const ExploredShape& found) const;
  void state(const ExploredShape& found, const Explored& explored);
  [[nodiscard]] double distance_from(const facts::Rule& rule, const Setup& setup) const;
  void note_failure(ExploredShape& found, const facts::Rule& rule, const Explored& explored);
  void note_too_slow(ExploredShape& found);
  [[nodiscard]] bool is_enough(core::Milliseconds before, core::Milliseconds now) const;

  const RuleBook& rules_;
  const Filters& filters_;
  const Request& request_;
  const std::vector<facts::FactId>& setup_facts_;
  std::vector<KeptSetup>& setups_;
  Explorer explorer_;
  SoftwareSupport software_;
  CandidateFacts facts_;
  double nodes_exact_ = 0;         ///< of the shape at hand, for a stated load
  double nodes_least_ = 0;         ///< the same, for requests in work at once
  bool rests_on_assumed_ = false;  ///< what the rules say of the setup at hand
  core::Milliseconds previous_{0}; ///< wall time with half as many instances
};

} // namespace gpuplan::plan
