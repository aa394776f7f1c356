#include "plan/answer/plan_marks.hpp"

namespace gpuplan::plan {
namespace {

std::uint32_t bit_if(bool holds, Mark mark) {
  return holds ? bit(mark) : 0U;
}

} // namespace

std::uint32_t marks_of_setup(const Setup& setup, const workload::Workload& job) {
  const bool measured = setup.serving ? setup.replica.chip_measured : setup.training.chip_measured;
  const bool foreign =
      setup.stack == workload::Stack::xla || setup.stack == workload::Stack::neuron;
  const bool over = setup.fit == sizing::Fit::may_fit;
  return bit_if(!measured, Mark::chip_not_measured) |
         bit_if(foreign && !job.demand.stack_given, Mark::other_stack) |
         bit_if(setup.fit == sizing::Fit::tight || over, Mark::memory_tight) |
         bit_if(over, Mark::memory_over) | bit_if(!setup.memory.comparable, Mark::not_comparable) |
         bit_if(setup.serving && !setup.replica.measured_kind, Mark::rule_of_thumb) |
         bit_if(setup.serving && setup.replica.eager_host, Mark::eager_host);
}

std::uint32_t marks_of_offer(const catalog::Offer& offer, const Records& records) {
  const bool community = records.instance(offer.instance).host_tier == catalog::HostTier::community;
  return bit_if(!records.region(offer.region).stated, Mark::region_not_stated) |
         bit_if(offer.as_of_kind == catalog::DateKind::bound, Mark::price_bound) |
         bit_if((offer.findings & catalog::k_quarantine) != 0, Mark::quarantined) |
         bit_if(offer.has(catalog::Finding::outlier), Mark::price_outlying) |
         bit_if(offer.has(catalog::Finding::unconfirmed), Mark::price_unconfirmed) |
         bit_if(community, Mark::community_host);
}

} // namespace gpuplan::plan
