#include "sizing/line_builder.hpp"

#include "sizing/expression.hpp"

#include <algorithm>

namespace gpuplan::sizing {

void LineBuilder::add(MemoryPart part,
                      std::string formula,
                      std::string note,
                      std::initializer_list<std::string_view> keys) {
  if (live_[part] <= 0)
    return;
  MemoryLine line{.part = part,
                  .bytes = core::Bytes{live_[part]},
                  .formula = std::move(formula),
                  .note = std::move(note)};
  for (const auto key : keys)
    if (!key.empty())
      line.keys.emplace_back(key);
  lines_.push_back(std::move(line));
}

std::vector<MemoryLine> LineBuilder::finish(const ReserveTerms& reserve, Devices devices) && {
  std::sort(
      lines_.begin(), lines_.end(), [](const auto& a, const auto& b) { return a.part < b.part; });
  const auto estimate = sum_up(live_, reserve, devices, {});
  MemoryLine line{.part = MemoryPart::reserve, .bytes = estimate.part(MemoryPart::reserve)};
  Expression sum{gib_text(reserve.fixed)};
  line.note = reserve.fixed_note;
  line.keys.emplace_back(reserve.fixed_key);
  if (devices == Devices::several && reserve.collective > 0) {
    sum.plus(gib_text(reserve.collective));
    line.note += ", communication buffers";
    line.keys.emplace_back("memory.reserve.nccl_gib");
  }
  if (reserve.slack > 0) {
    sum.plus(number_text(reserve.slack) + " x " + gib_text(estimate.allocated.count()));
    line.note += ", slack of the allocator";
    line.keys.emplace_back(reserve.slack_key);
  }
  line.formula = sum.text();
  lines_.push_back(std::move(line));
  return std::move(lines_);
}

} // namespace gpuplan::sizing
