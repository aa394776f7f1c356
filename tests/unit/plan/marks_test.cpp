#include "plan/recommendation.hpp"
#include "support/catch.hpp"

#include <set>
#include <string>

using namespace gpuplan;

TEST_CASE("every mark has a bit, a letter and a word of its own", "[plan]") {
  std::set<std::uint32_t> bits;
  std::set<char> letters;
  std::set<std::string_view> words;
  for (const auto& mark : plan::marks()) {
    CAPTURE(mark.word);
    CHECK(bits.insert(static_cast<std::uint32_t>(mark.mark)).second);
    CHECK(letters.insert(mark.letter).second);
    CHECK(words.insert(mark.word).second);
  }
  CHECK(bits.size() == 22);
}
