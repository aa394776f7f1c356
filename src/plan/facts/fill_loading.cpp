#include "plan/facts/fill.hpp"

namespace gpuplan::plan {

void fill_loading(facts::FactValues& values, const core::Known<double>& ratio) {
  values.set(facts::FactId::data_loading_ratio, ratio);
}

} // namespace gpuplan::plan
