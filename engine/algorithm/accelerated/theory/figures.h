#pragma once

#include <vector>

#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

/// Which form of Figure 1 is drawn.
enum class Figure1Preset {
  paper_figure1,  ///< the published curves: mu = 0.1, rate by Nesterov's formula (26), paper's
                  ///< bound
  paper_text,     ///< the same with mu = 0.5, as the text says
  corrected,      ///< mu = 0.1, the heavy ball's own rate, the corrected bound and the exact error
};

/// One curve of the bound panel, against T = 1, 2, ...: the noise grows with T, because the budget
/// is spread over T iterations, so every point is the end of another run.
struct Figure1Curve {
  double momentum = 0.0;
  double rate = 0.0;              ///< rho, by the preset's formula
  double heavy_ball_rate = 0.0;   ///< rho of the heavy ball itself
  std::vector<double> log_bound;  ///< natural logarithm
  std::vector<double> log_exact;  ///< ln of the exact error; filled by the corrected preset only
};

/// One panel of Figure 1: d = 2, Q = diag(mu, 1), step alpha, noise standard deviation T * c_w.
struct Figure1Panel {
  double step_size = 0.0;
  double noise_per_iteration = 0.0;  ///< c_w; with Laplace noise c_w = sqrt(2) S1 / (n epsilon)
  std::vector<double> momenta;       ///< 0, 0.01, ..., 0.99
  std::vector<double> rates;         ///< rho(beta) by the preset's formula
  std::vector<Figure1Curve> curves;  ///< beta = 0, 0.3, 0.7 and Nesterov's formula
};

/// @param step_size            alpha, the figure has 0.1, 0.5 and 1
/// @param noise_per_iteration  c_w, the figure has 1e-4 and 1e-2
/// @param iterations           largest T, the figure has 250
/// @error unstable-step, invalid-value as quadratic_bound
Result<Figure1Panel> figure1_panel(Figure1Preset preset, double step_size,
                                   double noise_per_iteration, Index iterations = 250);

/// Which weights Figure 2 uses.
enum class Figure2Form {
  formula_34,  ///< the paper's formula
  published,   ///< what was plotted: the last iteration of a stage misses one factor 2
};

/// n epsilon b_t / S1 = (sum_j a_j^(1/3)) / a_t^(1/3) for t = 1..T of the multi-stage method with
/// mu = 1, L = 20, p = 1, c = 1, n_1 = 13 and the given number of stages, each of full length.
///
/// @param stages  K; the figure has 2, 3, 4 and 5
/// @error invalid-value at "stages" unless 1 <= stages <= 20
Result<std::vector<double>> figure2_noise(Figure2Form form, Index stages);

}  // namespace noisy
