#include "core/counted.hpp"
#include "support/catch.hpp"

using gpuplan::core::counted;

TEST_CASE("a count agrees with its noun", "[core][text]") {
  CHECK(counted(0, "offer") == "0 offers");
  CHECK(counted(1, "offer") == "1 offer");
  CHECK(counted(2, "offer") == "2 offers");
  CHECK(counted(std::size_t{1144}, "offer") == "1,144 offers");
  CHECK(counted(1, "reply", "replies") == "1 reply");
  CHECK(counted(3, "reply", "replies") == "3 replies");
}
