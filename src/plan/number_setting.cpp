#include "plan/number_setting.hpp"

#include "core/ensure.hpp"
#include "source/fields.hpp"

namespace gpuplan::plan {

double number_setting(const catalog::Catalog& catalog, std::string_view key) {
  const auto setting = catalog.setting(key);
  GPUPLAN_ENSURE(setting.has_value());
  const auto value = source::parse_number(setting->value);
  GPUPLAN_ENSURE(value.has_value());
  return *value;
}

} // namespace gpuplan::plan
