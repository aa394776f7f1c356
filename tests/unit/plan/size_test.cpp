#include "plan/size.hpp"
#include "support/planned.hpp"

using namespace gpuplan;

TEST_CASE("a size names the chips that have no software for the job, as a recommendation does",
          "[plan][size]") {
  const test::Plans plans(catalog::Catalog::built_in());
  const auto job = plans
                       .request("model: llama-3.1-8b\nkind: finetune\nmethod: qlora\n"
                                "data: {tokens: 5M}\n"
                                "constraints: {gpus: [trainium1, mi300x]}\n")
                       .workload;
  core::DiagnosticSink sink;
  const auto filters = plan::resolve_filters(job, plans.catalog(), sink);
  REQUIRE(filters.has_value());
  const auto size = plan::size_job(plans.catalog(), plans.planner(), job, *filters);
  REQUIRE(size.chips.size() == 2);
  CHECK(size.chips[0].chip == "trainium1");
  CHECK(size.chips[0].devices == 0);
  CHECK_THAT(size.chips[0].no_software, ContainsSubstring("NF4 weights"));
  CHECK(size.chips[1].devices > 0);
  CHECK(size.chips[1].no_software.empty());
}

TEST_CASE("rows of tables are not reduced between devices", "[plan][size]") {
  const test::Plans plans(catalog::Catalog::built_in());
  for (const auto* model : {"dlrm-dcnv2", "dlrm_criteo_tb"}) {
    CAPTURE(model);
    const auto job =
        plans.request(fmt::format("model: {}\nkind: train\nconstraints: {{gpus: [b200]}}\n", model))
            .workload;
    core::DiagnosticSink sink;
    const auto filters = plan::resolve_filters(job, plans.catalog(), sink);
    REQUIRE(filters.has_value());
    const auto size = plan::size_job(plans.catalog(), plans.planner(), job, *filters);
    CHECK(size.gradient_bytes_a_step > 0);
    CHECK(size.gradient_bytes_a_step < 0.1e9);
  }
}
