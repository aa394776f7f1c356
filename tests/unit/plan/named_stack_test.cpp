// Naming a stack says what that software does: it lays out nothing that another one would.

#include "support/planned.hpp"

using namespace gpuplan;
using namespace gpuplan::test;

namespace {

World many_devices() {
  return {.chips = {WorldChip{.id = "a100-sxm4-80gb"}},
          .regions = {{}},
          .machines = {{.chip = "a100-sxm4-80gb"}},
          .prices = {{}}};
}

std::map<std::int32_t, core::Milliseconds> run_by_nodes(const std::string& model,
                                                        const std::string& more) {
  const Plans plans(many_devices());
  std::map<std::int32_t, core::Milliseconds> runs;
  for (const auto nodes : {4, 8, 16, 32}) {
    const auto set =
        plans.answer("model: " + model + "\nkind: train\nmethod: full\ndata: {tokens: 500M}\n" +
                     more + fmt::format("nodes: {}\n", nodes));
    for (const auto* entry : ranked(set)) {
      const auto& layout = entry->setup.layout;
      if (!more.empty()) {
        CHECK(layout.tensor == 1);
        CHECK(layout.pipeline == 1);
      }
      runs[nodes] = entry->setup.run;
    }
  }
  return runs;
}

} // namespace

TEST_CASE("the stack a job takes unasked is no better where it is named", "[plan]") {
  for (const auto* model : {"llama-2-70b", "llama-3.1-8b"}) {
    const auto unasked = run_by_nodes(model, {});
    const auto named = run_by_nodes(model, "stack: fsdp\n");
    CAPTURE(model);
    REQUIRE_FALSE(named.empty());
    for (const auto& [nodes, run] : named) {
      CAPTURE(nodes);
      REQUIRE(unasked.count(nodes) == 1);
      CHECK(unasked.at(nodes) <= run);
    }
  }
}
