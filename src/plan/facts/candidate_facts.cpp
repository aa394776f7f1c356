#include "plan/facts/candidate_facts.hpp"

#include <algorithm>

namespace gpuplan::plan {

using facts::FactId;

CandidateFacts::CandidateFacts(const SearchInput& input)
    : catalog_(input.catalog),
      rules_(input.rules),
      request_(input.request),
      setup_facts_(input.setup_facts),
      restates_whole_(std::find(setup_facts_.begin(), setup_facts_.end(), FactId::layout) !=
                      setup_facts_.end()),
      places_(input.catalog) {
  job_.set_place_matcher(&places_);
  fill_rates(job_, request_.exchange, request_.currency);
  fill_job(job_, request_.workload, request_.exchange);
}

void CandidateFacts::begin(const catalog::Shape& shape, const catalog::Accelerator* chip) {
  shape_ = shape;
  chip_ = chip;
  values_ = job_;
  assumed_.clear();
  fill_shape(values_, chip, shape_);
}

void CandidateFacts::state_setup(const Setup& setup,
                                 const SoftwareAnswer& software,
                                 std::string_view time_unknown) {
  const auto& job = request_.workload;
  forget_assumed();
  fill_setup(values_, job, chip_, shape_, setup, time_unknown);
  fill_software(values_, software);
  if (!rules_.looks_at(FactId::layout))
    return;
  layout_ = workload::describe(setup.layout, job.demand.kind);
  values_.set_text(FactId::layout, layout_);
}

void CandidateFacts::restate(const KeptSetup& kept) {
  if (restates_whole_)
    return state_setup(kept.setup, kept.software, {});
  forget_assumed();
  for (std::size_t i = 0; i < setup_facts_.size(); ++i)
    values_.restate(setup_facts_[i], kept.facts[i]);
}

void CandidateFacts::state_offer(const catalog::Offer& offer, const OfferContext& context) {
  forget_assumed();
  fill_instance(values_, *context.instance);
  fill_offer(values_, offer, context);
  if (!rules_.looks_at(FactId::offer_id))
    return;
  offer_id_ = catalog_.offer_name(offer);
  values_.set_text(FactId::offer_id, offer_id_);
}

bool CandidateFacts::assume(Phase phase) {
  if (request_.workload.assumed_facts.empty())
    return false;
  forget_assumed();
  const auto before = rules_.judge(phase, values_);
  assumed_ = apply_assumptions(values_, request_.workload);
  return !assumed_.empty() && (before.failed != nullptr || before.unconfirmed != nullptr);
}

void CandidateFacts::forget_assumed() {
  for (const auto id : assumed_)
    values_.set_unknown(id, "not stated");
  assumed_.clear();
}

void CandidateFacts::state_charge(const Setup& setup, const cost::Charge& charge) {
  fill_charge(values_, request_.workload, setup, charge, request_.exchange);
}

void CandidateFacts::state_quote(const catalog::Offer& offer,
                                 const Setup& setup,
                                 const cost::Quote& quote,
                                 const cost::EnergyEstimate& energy) {
  fill_quote(values_, request_.workload, setup, quote, request_.exchange);
  values_.set(FactId::energy_kwh, energy.kwh);
  values_.set(FactId::co2e_kg, energy.co2e_kg);
  plan_ = plan_reference(catalog_, offer, setup.nodes);
  values_.set_text(FactId::plan, plan_);
}

} // namespace gpuplan::plan
