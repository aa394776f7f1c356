#pragma once

#include "plan/market/filters.hpp"
#include "plan/market/on_demand_prices.hpp"
#include "plan/records.hpp"
#include "plan/request/request.hpp"
#include "plan/rules/rule_book.hpp"
#include "plan/setup.hpp"

namespace gpuplan::cost {
class CostModel;
}

namespace gpuplan::plan {

struct Models;

/// The user's own filter (`--where`) as a rule.
constexpr std::string_view k_filter_rule = "asked.where";

/// The rules in force for a job: those given, and its own limits as rules, so that they are judged
/// and told in the same way.
RuleBook rules_in_force(const facts::RuleSet& rules, const workload::Workload& workload);

/// What becomes of one offer under a changed job.
struct Tried {
  Setup setup;
  core::Money total;
  core::Milliseconds wall{0};
  bool current = true; ///< of a price that is dated and fresh: a line of the list, not set apart
};

/// Plans single offers under changed jobs, as a request of that job would: what an answer says
/// would help is tried before it is said.
class Trials {
public:
  Trials(const catalog::Catalog& catalog,
         const Models& models,
         const cost::CostModel& cost,
         const facts::RuleSet& rules,
         const Request& request);

  [[nodiscard]] const Request& request() const { return request_; }

  [[nodiscard]] const catalog::Catalog& catalog() const { return catalog_; }

  /// The job of the request with some keys stated anew; nothing where they cannot be.
  [[nodiscard]] std::optional<workload::Workload>
  restated(const workload::Overrides& changes) const;

  /// What the same machine costs on demand there.
  [[nodiscard]] core::Known<OnDemandPrice> on_demand_beside(const catalog::Offer& offer) const {
    return OnDemandPrices(catalog_, book_, request_.as_of).beside(offer);
  }

  /// The best plan of an offer for a job; nothing where it cannot run it within its limits.
  [[nodiscard]] std::optional<Tried> run(const workload::Workload& job,
                                         catalog::OfferId offer) const;

private:
  const catalog::Catalog& catalog_;
  const Models& models_;
  const cost::CostModel& cost_;
  const facts::RuleSet& rules_;
  const Request& request_;
  Records records_;
  RuleBook book_;
};

} // namespace gpuplan::plan
