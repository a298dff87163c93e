// What check_symbols.cmake must find: calls that the engine may never make.
#include <cmath>

double planted_exp(double x) {
  return std::exp(x);
}
float planted_pow(float x, float y) {
  return std::pow(x, y);
}
double planted_lgamma(double x) {
  return std::lgamma(x);
}
