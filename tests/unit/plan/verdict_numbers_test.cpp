// A rule that is shown as judged knows all its numbers; one that lacks some says `unknown`.

#include "support/planned.hpp"

using namespace gpuplan;
using namespace gpuplan::test;

namespace {

const std::vector<std::string>& jobs_of_every_kind() {
  static const std::vector<std::string> jobs{
      "model: llama-3.1-8b\nkind: finetune\ndata: {tokens: 5M}\n",
      "model: llama-3.1-8b\nkind: finetune\ndata: {tokens: 5M}\n"
      "constraints: {deadline: 48h, budget: 500 USD}\n",
      "model: llama-3.1-8b\nkind: pretrain\ndata: {tokens: 5B}\n",
      "model: resnet50\nkind: train\ndata: {samples: 1M}\nconstraints: {gpus: [cpu]}\n",
      "model: dlrm_criteo_tb\nkind: train\ndata: {samples: 1M}\n",
      "model: bert-large\nkind: batch-inference\ndata: {samples: 1M}\n",
      "model: llama-3.1-8b\nkind: serve\n",
      "model: llama-3.1-8b\nkind: serve\nserve: {rps: 3}\n",
      "model: llama-3.1-8b\nkind: serve\nserve: {users: 20}\n",
      "model: llama-3.1-8b\nkind: serve\nserve: {rps: 3, ttft: 5s}\n",
      "model: llama-3.1-8b\nkind: serve\nserve: {users: 20, tpot: 200ms}\n"
      "constraints: {budget: 50000 USD}\n",
      "model: resnet50\nkind: serve\nserve: {rps: 100, latency: 1s}\n"};
  return jobs;
}

} // namespace

TEST_CASE("no rule that passes or fails has a number that is not known", "[plan][rules]") {
  const Plans plans(catalog::Catalog::built_in());
  std::size_t judged = 0;
  for (const auto& job : jobs_of_every_kind()) {
    auto request = plans.request(job);
    request.keep = plan::Keep::lines;
    request.lines = 40;
    const auto set = plans.answer(request);
    CAPTURE(job);
    for (const auto& entry : set.recommendations) {
      for (const auto& verdict : entry.verdicts) {
        CAPTURE(entry.plan, verdict.rule, verdict.numbers);
        const bool is_settled =
            verdict.outcome == plan::Outcome::pass || verdict.outcome == plan::Outcome::fail;
        const bool names_unknown = (verdict.numbers + ",").find(" unknown,") != std::string::npos;
        // What a policy makes of an unknown names the fact that was missing.
        REQUIRE((!is_settled || !names_unknown || !verdict.missing.empty()));
        ++judged;
      }
    }
  }
  CHECK(judged > 1000);
}
