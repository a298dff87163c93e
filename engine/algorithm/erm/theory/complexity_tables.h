#pragma once

#include <span>
#include <string_view>

namespace noisy {

/// What the tables' formulas are filled with. All lengths and losses are scaled to G = L = 1.
struct ComplexityFacts {
  double samples = 0.0;           ///< n
  double dimension = 0.0;         ///< p
  double epsilon = 0.0;           ///< the factor log(1/delta) is left out, as in the tables
  double strong_convexity = 0.0;  ///< mu; kappa = 1/mu
  double gaussian_width = 0.0;    ///< G_C
  double diameter = 0.0;          ///< |C| in L2
  double regularization = 0.0;    ///< lambda of objective perturbation
  double distance = 0.0;          ///< |x_*|
};

/// One line of a table. Formulas are in the notation of the command line: p log(n)^2/(n eps)^2.
struct ComplexityRow {
  std::string_view method;
  std::string_view source;
  std::string_view utility;
  double (*utility_value)(const ComplexityFacts&);
  std::string_view gradients;  ///< empty where the method asks for an exact minimizer
  double (*gradients_value)(const ComplexityFacts&);
  /// Whether the regularizer may be non-smooth; nothing is claimed of a lower bound.
  bool non_smooth = false;
};

enum class ComplexitySetting {
  strongly_convex,
  convex,
  high_dimension,
  polyak_lojasiewicz,
  nonconvex
};

/// One setting with its methods; the paper's own line is the first, a lower bound the last.
struct ComplexityTable {
  ComplexitySetting setting;
  std::string_view source;   ///< which table or theorem of Wang, Ye and Xu
  std::string_view measure;  ///< what utility means here
  std::span<const ComplexityRow> rows;
};

/// Tables 1-3 of Wang, Ye and Xu and what their Section 6 adds, with constants and log(1/delta)
/// left out, as printed. A logarithm below 1 counts as 1: the printed orders mean nothing there.
std::span<const ComplexityTable> complexity_tables();

}  // namespace noisy
