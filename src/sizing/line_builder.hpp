#pragma once

#include "sizing/memory_line.hpp"
#include "sizing/memory_sum.hpp"

#include <initializer_list>

namespace gpuplan::sizing {

/// Collects the lines of an estimate; parts of no bytes get none.
class LineBuilder {
public:
  explicit LineBuilder(const LiveBytes& live) : live_(live) {}

  /// Empty keys are left out.
  void add(MemoryPart part,
           std::string formula,
           std::string note,
           std::initializer_list<std::string_view> keys = {});

  /// The lines in the order of the parts, with that of the reserve: context, communication buffers,
  /// slack of the allocator.
  [[nodiscard]] std::vector<MemoryLine> finish(const ReserveTerms& reserve, Devices devices) &&;

private:
  LiveBytes live_;
  std::vector<MemoryLine> lines_;
};

} // namespace gpuplan::sizing
