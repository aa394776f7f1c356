#pragma once

#include "cost/energy.hpp"
#include "plan/explore/kept_setup.hpp"
#include "plan/facts/fill.hpp"
#include "plan/market/place_matcher.hpp"
#include "plan/search_input.hpp"

#include <string>

namespace gpuplan::plan {

/// The facts of the candidate at hand under their names, for rules, filter and objective. Stated
/// part by part: what is the same for the next candidate is not stated again.
class CandidateFacts {
public:
  explicit CandidateFacts(const SearchInput& input);
  CandidateFacts(const CandidateFacts&) = delete;
  CandidateFacts& operator=(const CandidateFacts&) = delete;

  [[nodiscard]] const facts::FactValues& values() const { return values_; }

  /// Job and shape; forgets all else.
  void begin(const catalog::Shape& shape, const catalog::Accelerator* chip);

  void state_no_layout() { values_.set_flag(facts::FactId::layout_divides, false); }

  /// A setup on the shape; `time_unknown` says why its time is not known.
  void
  state_setup(const Setup& setup, const SoftwareAnswer& software, std::string_view time_unknown);

  /// Of a setup that was stated before those facts that pricing looks at (`SearchInput`).
  void restate(const KeptSetup& kept);

  /// An offer of the shape. Text of the context is viewed and must last.
  void state_offer(const catalog::Offer& offer, const OfferContext& context);

  /// What reading the data set asks of the storage of the machine at hand.
  void state_loading(const core::Known<double>& ratio) { fill_loading(values_, ratio); }

  /// Total and wall time of the setup on the offer.
  void state_charge(const Setup& setup, const cost::Charge& charge);

  /// The whole quote of the setup on the offer, with energy and the name of the plan.
  void state_quote(const catalog::Offer& offer,
                   const Setup& setup,
                   const cost::Quote& quote,
                   const cost::EnergyEstimate& energy);

  /// States that the network of the shape at hand is not known, though the search goes by what the
  /// user assumes of it.
  void forget_network() { values_.set_unknown(facts::FactId::network_gbps, "not stated"); }

  /// What the user assumes, where nothing is known; to be stated after the rest. Whether what the
  /// required rules of a phase say rests on it.
  bool assume(Phase phase);

  /// Takes that back, before more is stated.
  void forget_assumed();

private:
  const catalog::Catalog& catalog_;
  const RuleBook& rules_;
  const Request& request_;
  const std::vector<facts::FactId>& setup_facts_;
  bool restates_whole_ = false; ///< the words of a layout are made anew
  CatalogPlaceMatcher places_;
  catalog::Shape shape_;
  const catalog::Accelerator* chip_ = nullptr;
  facts::FactValues job_; ///< what holds for every candidate
  facts::FactValues values_;
  std::vector<facts::FactId> assumed_; ///< stated by `assume`
  std::string offer_id_;               ///< texts that the values view
  std::string plan_;
  std::string layout_;
};

} // namespace gpuplan::plan
