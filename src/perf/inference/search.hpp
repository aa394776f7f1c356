#pragma once

namespace gpuplan::perf::inference {

/// The largest batch in [0, highest] whose slack is not negative; 0 where it never is. Slack falls
/// with the batch, almost in a straight line, so the chord finds it in a few steps; the end that
/// stands still has its slack halved (Illinois), which keeps the bracket closing on both sides.
template <class Slack>
double largest_batch(double highest, Slack&& slack) {
  constexpr int k_steps = 60;
  constexpr double k_closed = 1e-11;
  double over = slack(highest);
  if (over >= 0)
    return highest;
  double low = 0;
  double high = highest;
  double under = slack(low);
  if (under <= 0)
    return 0;
  int side = 0;
  for (int step = 0; step < k_steps && high - low > k_closed * high; ++step) {
    const double tried = high - over * (high - low) / (over - under);
    const double found = slack(tried);
    if (found >= 0) {
      low = tried;
      under = found;
      if (found <= 0)
        break;
      if (side == 1)
        over /= 2;
      side = 1;
    } else {
      high = tried;
      over = found;
      if (side == -1)
        under /= 2;
      side = -1;
    }
  }
  return low;
}

} // namespace gpuplan::perf::inference
