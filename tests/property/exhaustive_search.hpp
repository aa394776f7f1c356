#pragma once

#include "plan/explore/explorer.hpp"
#include "plan/recommendation.hpp"
#include "plan/request/request.hpp"
#include "plan/rules/rule_book.hpp"

#include <optional>
#include <vector>

namespace gpuplan::test {

/// The search as it would be written without any thought of time: every layout of every number of
/// instances of every shape through the estimators, every offer through the cost model and all
/// rules. Nothing is shared, skipped or stopped early; what the real search gives must be the same.
class ExhaustiveSearch {
public:
  ExhaustiveSearch(const catalog::Catalog& catalog,
                   const plan::Models& models,
                   const facts::RuleSet& rules,
                   const plan::Request& request);

  /// Every legal layout of a training job on so many instances of a shape, by trial.
  [[nodiscard]] std::vector<workload::Layout> layouts(const catalog::Shape& shape,
                                                      std::int32_t nodes) const;

  /// The fastest layout that fits; without one the fastest that is tight; without one the smallest.
  struct Chosen {
    plan::Setup setup;
    bool time_known = false;
  };

  [[nodiscard]] std::optional<Chosen> choose(const catalog::Shape& shape, std::int32_t nodes) const;

  /// What one offer would cost at its best number of instances; nothing where none passes.
  struct Priced {
    catalog::OfferId offer;
    std::int32_t nodes = 1;
    core::Money total;
    core::Milliseconds wall{0};
    bool unconfirmed = false;
    bool tight = false;
  };

  [[nodiscard]] std::vector<Priced> run() const;

private:
  [[nodiscard]] std::optional<Priced> price(const catalog::Offer& offer,
                                            const Chosen& chosen) const;
  [[nodiscard]] bool better(const Priced& a, const Priced& b) const;
  [[nodiscard]] workload::Stack stack_for(const catalog::Accelerator& chip,
                                          const workload::Layout& layout) const;
  [[nodiscard]] catalog::NumberFormat format_on(const catalog::Accelerator& chip) const;

  const catalog::Catalog& catalog_;
  const plan::Models& models_;
  plan::RuleBook rules_;
  const plan::Request& request_;
  plan::SearchLimits limits_;
  cost::CostModel cost_;
};

} // namespace gpuplan::test
