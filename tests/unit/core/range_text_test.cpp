#include "core/range_text.hpp"
#include "support/catch.hpp"

using namespace gpuplan::core;

namespace {

Range range_of(std::string_view text,
               Dimension dimension = Dimension::count,
               DefaultUnit bare = "") {
  return std::get<Range>(parse_range(text, dimension, bare));
}

} // namespace

TEST_CASE("a range is exact, open or closed", "[core][range]") {
  CHECK(range_of("8").contains(8));
  CHECK_FALSE(range_of("8").contains(9));
  CHECK(range_of("8+").contains(1000));
  CHECK_FALSE(range_of("8+").contains(7.9));
  CHECK(range_of("1..8").contains(8));
  CHECK_FALSE(range_of("..8").contains(8.5));
  CHECK(range_of("32GiB+", Dimension::memory).contains(32.0 * (1 << 30)));
  CHECK(range_of("32+", Dimension::memory, "GiB").contains(32.0 * (1 << 30)));
}

TEST_CASE("a range that cannot be is an error in place", "[core][range]") {
  const auto* bad = GENERATE("", "..", "64..8", "+", "-1", "8 GiB..x");
  CAPTURE(bad);
  CHECK(std::holds_alternative<UnitError>(parse_range(bad, Dimension::memory, "GiB")));
}
