#include "cost/settings.hpp"
#include "fixture.hpp"

#include <set>

using namespace gpuplan::cost;
using namespace gpuplan::test;
using Catch::Matchers::WithinRel;
using gpuplan::catalog::Setting;

TEST_CASE("settings are read in their units", "[cost]") {
  const std::vector<Setting> given{
      {.key = "billing.increment", .value = "60 s"},
      {.key = "checkpoint.node_bandwidth", .value = "2 GB/s"},
      {.key = "interruption.monthly_rate", .value = "0.35"},
      {.key = "storage.object_gb_month", .value = "0.023 USD"},
      {.key = "commitment.longest_term", .value = "3y"},
  };
  const auto settings = read_settings(given);
  CHECK_THAT(*settings.billing_increment, WithinRel(60.0 / 3600, 1e-12));
  CHECK(*settings.checkpoint_node_bytes_s == 2e9);
  CHECK(*settings.monthly_rate == 0.35);
  CHECK(*settings.object_gb_month == money("0.023"));
  CHECK(*settings.longest_term == 26280);
}

TEST_CASE("a setting that is missing or unreadable is unknown, never zero", "[cost]") {
  const std::vector<Setting> given{
      {.key = "billing.increment", .value = "60"},
      {.key = "interruption.monthly_rate", .value = "35 %"},
      {.key = "storage.object_gb_month", .value = "0.023"},
  };
  const auto settings = read_settings(given);
  CHECK_FALSE(settings.billing_increment.known());
  CHECK_FALSE(settings.monthly_rate.known());
  CHECK_FALSE(settings.object_gb_month.known());
  CHECK_FALSE(settings.storage_hold.known());
}

TEST_CASE("every key is listed once", "[cost]") {
  std::set<std::string_view> keys;
  for (const auto& setting : setting_keys())
    CHECK(keys.insert(setting.key).second);
  CHECK(keys.size() == 21);
}
