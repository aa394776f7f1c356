#include "perf/collectives.hpp"

#include <cmath>

namespace gpuplan::perf {

GroupShape group_shape(double members, double stride, double domain) {
  GroupShape shape;
  shape.within = std::clamp(std::floor(domain / stride), 1.0, std::max(1.0, members));
  shape.domains = std::ceil(members / shape.within);
  return shape;
}

double ring_pass(double bytes, const GroupShape& group, const LinkRates& rates) {
  double time = 0;
  if (group.within > 1)
    time += bytes * ring_share(group.within) / *rates.fast;
  if (group.domains > 1)
    time += bytes * ring_share(group.domains) / (*rates.network * group.within);
  return time;
}

} // namespace gpuplan::perf
