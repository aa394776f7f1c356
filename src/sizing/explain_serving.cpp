#include "sizing/expression.hpp"
#include "sizing/line_builder.hpp"
#include "sizing/sample_memory.hpp"
#include "sizing/transformer_serving.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::sizing {

using workload::Layout;

std::vector<MemoryLine> TransformerServing::explain(const Layout& layout, double kv_tokens) const {
  const auto live = live_bytes(layout, kv_tokens);
  const double held = sequences(layout, kv_tokens);
  const double share = kv_share(layout);
  LineBuilder lines{live};
  const double stored = layer_bytes_ + expert_bytes_ + input_table_ + output_table_;
  const bool simple = expert_bytes_ <= 0 && layout.pipeline <= 1;
  lines.add(MemoryPart::weights,
            simple ? Expression{stored}.over(layout.tensor).text()
                   : number_text(live[MemoryPart::weights]),
            fmt::format("{} B a matrix parameter, {} B in tables, {} GiB in all",
                        number_text(setup_.width.matrix),
                        number_text(setup_.width.table),
                        number_text(core::to_gib(core::Bytes{stored}))),
            {setup_.width.key});
  Expression cache{kv_token_};
  cache.times(std::max(kv_tokens, 0.0)).times(share).over(kv_divisor(layout));
  if (kv_sequence_ > 0)
    cache.plus(Expression{kv_sequence_}.times(held).times(share).over(kv_divisor(layout)).text());
  lines.add(MemoryPart::kv_cache,
            cache.text(),
            two_stacks_        ? "bytes a token: cross attention of input, own attention of output"
            : kv_sequence_ > 0 ? "bytes a token, and what a sequence holds whatever its length"
            : sequence_ > 0    ? fmt::format("bytes a token, {:.4g} requests at full length", held)
                               : std::string("bytes a token of context"));
  const double prompt = sequence_ > 0 ? prompt_ : kv_tokens;
  Expression work{work_ * prompt + scores_};
  lines.add(MemoryPart::workspace,
            work.times(held).over(layout.tensor).text(),
            "prefill",
            {"memory.serve.prefill"});
  const bool several = std::int64_t{layout.tensor} * layout.pipeline > 1;
  return std::move(lines).finish(several ? setup_.each : setup_.one,
                                 several ? Devices::several : Devices::one);
}

std::vector<MemoryLine> SampleMemory::explain(const Layout& layout) const {
  const auto live = live_bytes(layout);
  const auto& line = recomputes(layout) ? *recomputed_step : step;
  const auto devices = static_cast<double>(layout.devices());
  const auto& bytes = state[static_cast<std::size_t>(layout.sharding)];
  const auto shards = [&](workload::Sharding from) {
    return layout.sharding >= from ? devices : 1;
  };
  LineBuilder lines{live};
  Expression stored{trained};
  stored.times(bytes.weights).over(shards(workload::Sharding::full));
  stored.plus(number_text(weights)).plus(Expression{tables}.over(devices).text());
  lines.add(MemoryPart::weights, stored.text(), "trained, copied or frozen, and tables");
  lines.add(
      MemoryPart::gradients,
      Expression{trained}.times(bytes.gradients).over(shards(workload::Sharding::gradients)).text(),
      number_text(bytes.gradients) + " B a parameter");
  lines.add(
      MemoryPart::optimizer,
      Expression{trained}.times(bytes.optimizer).over(shards(workload::Sharding::optimizer)).text(),
      number_text(bytes.optimizer) + " B a parameter");
  lines.add(MemoryPart::adapters, number_text(adapters), "low-rank adapters");
  lines.add(MemoryPart::activations,
            Expression{line.per_sample}.times(layout.micro_batch).text(),
            fmt::format("{} samples", layout.micro_batch),
            {recomputes(layout) ? recomputed_key : step_key});
  lines.add(MemoryPart::workspace, number_text(live[MemoryPart::workspace]), "workspace");
  return std::move(lines).finish(reserve, layout.devices() > 1 ? Devices::several : Devices::one);
}

} // namespace gpuplan::sizing
