#include "sizing/serving_setup.hpp"

#include "core/units.hpp"
#include "sizing/state_bytes.hpp"
#include "workload/model/model_arithmetic.hpp"

#include <algorithm>

namespace gpuplan::sizing {

using workload::Stack;

bool preallocates(Stack stack) {
  return stack == Stack::vllm || stack == Stack::sglang || stack == Stack::tensorrt_llm;
}

ServingSetup serving_setup(const workload::Demand& demand, const MemoryCoefficients& c) {
  const auto& serving = demand.serving;
  const auto bytes = [](double gib) { return core::gib(gib).count(); };
  ServingSetup setup;
  setup.width = stored_width(serving.weights, demand.model.params, c);
  setup.kv_element = serving.kv_bytes_per_element;
  setup.kv_factor = static_cast<double>(std::max<std::int64_t>(1, serving.beams));
  setup.element = workload::is_full_precision(serving.compute) ? 4 : 2;
  setup.band = measured_band(c.band_serve, "language models at inference");
  if (preallocates(demand.stack)) {
    setup.one = {.fixed = bytes(c.engine_one_gib),
                 .fixed_note = "the engine's context, workspace and graphs",
                 .fixed_key = "memory.serve.engine_one_gib"};
    setup.each = {.fixed = bytes(c.engine_each_gib),
                  .fixed_note = "the engine's context, workspace, graphs and communication buffers",
                  .fixed_key = "memory.serve.engine_each_gib"};
    return setup;
  }
  setup.placement = Placement::device_map;
  if (demand.stack == Stack::llama_cpp) {
    setup.placement = Placement::llama_cpp;
    setup.one = {.fixed = bytes(c.llama_cpp_buffer_gib + c.llama_cpp_context_gib),
                 .fixed_note = "compute buffer and context",
                 .fixed_key = "memory.serve.llama_cpp_buffer_gib"};
    setup.each = setup.one;
    return setup;
  }
  setup.one = {.slack = c.slack, .fixed = bytes(c.context_gib)};
  setup.each = setup.one;
  setup.prefill = c.prefill;
  if (serving.beams > 1) // reordering beams copies the cache
    setup.kv_factor *= c.kv_growth;
  return setup;
}

} // namespace gpuplan::sizing
