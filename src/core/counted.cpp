#include "core/counted.hpp"

#include "core/text.hpp"

namespace gpuplan::core {

std::string counted(std::int64_t count, std::string_view one, std::string_view many) {
  std::string text = with_thousands(count);
  text += ' ';
  if (count == 1 || many.empty())
    text += one;
  else
    text += many;
  if (count != 1 && many.empty())
    text += 's';
  return text;
}

} // namespace gpuplan::core
