#pragma once

namespace gpuplan::perf::inference {

/// The largest batch in (0, highest] for which `holds`, a predicate that turns false once and
/// stays so; 0 where it never holds. Forty halvings bring any bracket to digits nobody sees.
template <class Holds>
double largest_batch(double highest, Holds&& holds) {
  constexpr int k_halvings = 40;
  if (holds(highest))
    return highest;
  double low = 0;
  double high = highest;
  for (int i = 0; i < k_halvings; ++i) {
    const double middle = (low + high) / 2.0;
    (holds(middle) ? low : high) = middle;
  }
  return low;
}

} // namespace gpuplan::perf::inference
