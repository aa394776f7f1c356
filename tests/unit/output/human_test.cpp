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

TEST_CASE("work is told in a fitting prefix", "[output][human]") {
  CHECK(human_flops(25.3e18) == "25.3 EFLOP");
  CHECK(human_flops(50.6e9) == "50.6 GFLOP");
}
