#include "output/human.hpp"
#include "support/catch.hpp"

using namespace gpuplan;
using namespace gpuplan::output;
using namespace std::chrono_literals;

TEST_CASE("durations read as people say them", "[output][human]") {
  CHECK(human_duration(45s) == "45 s");
  CHECK(human_duration(38min) == "38 min");
  CHECK(human_duration(74min) == "1.2 h");
  CHECK(human_duration(16h) == "16 h");
  CHECK(human_duration(288h) == "12 d");
}

TEST_CASE("counts carry a decimal prefix", "[output][human]") {
  CHECK(human_count(4096) == "4,096");
  CHECK(human_count(50e6) == "50M");
  CHECK(human_count(8'030'261'248.0) == "8.03B");
  CHECK(human_count(300e9) == "300B");
}

TEST_CASE("amounts keep three significant digits at every size", "[output][human]") {
  const auto usd = [](const char* text) { return *core::Money::parse(text, {}); };
  CHECK(human_money(usd("0.0084")) == "0.0084");
  CHECK(human_money(usd("6.132")) == "6.13");
  CHECK(human_money(usd("55.04")) == "55.0");
  CHECK(human_money(usd("132.4")) == "132");
  CHECK(human_money(usd("48215.04")) == "48,215");
}

TEST_CASE("a size is told in a unit that shows it", "[output][human]") {
  constexpr double k_mib = 1024.0 * 1024.0;
  CHECK(human_size(core::Bytes{19.4 * 1024 * k_mib}) == "19.4 GiB");
  CHECK(human_size(core::Bytes{4300 * 1024 * k_mib}) == "4,300 GiB");
  CHECK(human_size(core::Bytes{103 * k_mib}) == "0.1 GiB");
  CHECK(human_size(core::Bytes{51 * k_mib}) == "51.0 MiB");
  CHECK(human_size(core::Bytes{0.05 * k_mib}) == "51.2 KiB");
  CHECK(human_size(core::Bytes{0}) == "0 GiB");
  CHECK(human_gib(core::Bytes{19.4 * 1024 * k_mib}) == "19.4");
  CHECK(human_gib(core::Bytes{51 * k_mib}) == "51.0 MiB");
}

TEST_CASE("work is told in a fitting prefix", "[output][human]") {
  CHECK(human_flops(25.3e18) == "25.3 EFLOP");
  CHECK(human_flops(50.6e9) == "50.6 GFLOP");
}
