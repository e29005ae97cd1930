using Number = float;
