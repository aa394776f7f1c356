#pragma once

#include <muParser.h>

namespace gpuplan::facts {

/// muParser with none of its own operators, functions and constants, and ours in their place. A
/// NaN is an unknown value.
class ExpressionParser final : public mu::ParserBase {
public:
  ExpressionParser();

  void InitCharSets() override;
  void InitFun() override;
  void InitConst() override;
  void InitOprt() override;
};

} // namespace gpuplan::facts
